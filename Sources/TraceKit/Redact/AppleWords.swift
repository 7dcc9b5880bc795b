/// Words of types and functions that are known to be Swift's or Apple's, matched as whole words. A word with only the
/// same beginning may come from any app, so these are lists; what is missing in them is replaced.
enum AppleWords {
    private static func list(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    }

    /// Words of function signatures, in any function.
    static let signatures = list(
        """
        main start body getter setter modify read init deinit closure in of for some any specialized static thunk
        partial apply implicit protocol witness merged outlined reabstraction default argument unknown context at
        allocating deallocating get set materializeForSet unsafeAddressor lazy autoclosure variable initialization
        expression property wrapper backing initializer helper conformance metadata accessor associated type value
        copy destroy subscript async await throws rethrows inout where suspend resume function signature
        specialization generic dispatch constant propagation operator prefix postfix infix UIApplicationMain
        """)

    /// Names of types and of their modules that generic views and frames of apps are made of.
    static let types = list(
        """
        Swift Foundation Combine Observation SwiftUI SwiftUICore UIKit AppKit Self Type Protocol body some any Any
        AnyObject AnyHashable Array Dictionary Set Optional Result String Substring Character Int Int32 Int64 UInt
        UInt8 UInt64 Double Float Bool Void Never Range ClosedRange ArraySlice Sequence Collection LazySequence
        EnumeratedSequence ReversedCollection Hashable Equatable Comparable Identifiable Codable Error KeyPath
        WritableKeyPath ReferenceWritableKeyPath Task MainActor AsyncStream UUID URL Data Date Calendar Locale
        AttributedString IndexSet JSONDecoder JSONEncoder DateFormatter NumberFormatter MeasurementFormatter CGFloat
        CGPoint CGSize CGRect Published ObservableObject App Scene View ViewModifier ViewBuilder AnyView EmptyView
        Text Image AsyncImage Label Link ShareLink Button Menu Toggle Slider Stepper Picker DatePicker ColorPicker
        TextField SecureField TextEditor Form Section Group GroupBox DisclosureGroup OutlineGroup List ForEach Table
        HStack VStack ZStack LazyHStack LazyVStack LazyHGrid LazyVGrid Grid GridRow ScrollView ScrollViewReader
        Spacer Divider Color LinearGradient Circle Ellipse Capsule Rectangle RoundedRectangle Path Shape Canvas
        GeometryReader TimelineView ViewThatFits AnyLayout Layout NavigationView NavigationStack NavigationSplitView
        NavigationLink NavigationPath TabView Tab WindowGroup Window ControlGroup Gauge ProgressView
        ContentUnavailableView PhaseAnimator KeyframeAnimator Animation Transition Transaction State StateObject
        ObservedObject EnvironmentObject Environment EnvironmentValues Binding Bindable FocusState AppStorage
        SceneStorage FetchRequest Query UIViewRepresentable UIViewControllerRepresentable NSViewRepresentable
        UIHostingController Map Marker Annotation Chart BarMark LineMark ModifiedContent TupleView IDView
        EquatableView ViewBodyAccessor ViewModifier_Content StaticBody DynamicBody ViewGraph GraphHost ViewListVisitor
        PlatformViewHost PlatformViewRepresentableAdaptor DisplayList LayoutComputer ForEachState LazyLayoutViewCache
        LazySubviewPlacements LazyVStackLayout HostingScrollView ToolbarItem TapGesture LongPressGesture DragGesture
        MagnifyGesture RotateGesture _ConditionalContent _ViewModifier_Content _VariadicView _TraitWritingModifier
        _EnvironmentKeyWritingModifier _PreferenceWritingModifier _AppearanceActionModifier _PaddingLayout
        _FrameLayout _FlexFrameLayout _OffsetEffect _OpacityEffect _ClipEffect _BackgroundModifier _OverlayModifier
        _AspectRatioLayout _FixedSizeLayout _ShapeView _HStackLayout _VStackLayout _ZStackLayout _UIHostingView
        NSObject NSString NSAttributedString NSArray NSDictionary NSDate NSData NSURL NSError NSPredicate NSCache
        NSManagedObject NSManagedObjectContext UIApplication UIWindow UIView UIViewController UILabel UIImage
        UIImageView UIColor UIFont UIScrollView UITableView UICollectionView UINavigationController UIHostingView
        CALayer CATransaction CADisplayLink CGContext CGImage CIImage MKMapView WKWebView AVPlayer
        """)

    /// Functions of the system that are on most stacks. Matched only in frames of system binaries, because elsewhere
    /// the word may be the app's.
    static let functions = list(
        """
        CA AG UI NS CF Transaction Context Layer Graph Subgraph Attribute commit update render layoutSubviews
        layoutSublayers layoutIfNeeded setNeedsLayout display_if_needed layout_if_needed drawRect updateBody
        updateValue updateOutputs sizeThatFits placeSubviews makeView sendEvent sendAction touchesEnded
        viewDidLoad viewWillAppear viewDidAppear cellForItemAtIndexPath cellForRowAtIndexPath
        CFRunLoopRun CFRunLoopRunSpecific __CFRunLoopRun GSEventRunModal start_wqthread _pthread_wqthread
        pthread_mutex_lock pthread_cond_wait mach_msg mach_msg2_trap __psynch_cvwait __psynch_mutexwait __ulock_wait
        semaphore_wait_trap memcpy memmove memset malloc calloc free objc_msgSend objc_retain objc_release objc_alloc
        swift_retain swift_release swift_allocObject swift_dynamicCast swift_conformsToProtocol
        swift_getWitnessTable swift_getGenericMetadata swift_getTypeByMangledName swift_once
        _dispatch_main_queue_drain _dispatch_client_callout dispatch_sync dispatch_async read write open close stat
        fsync string from to with by format parse decode encode run
        """)
}
