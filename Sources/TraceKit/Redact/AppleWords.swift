/// Words of types and functions that are known to be Swift's or Apple's: whole words, letter by letter. A word that only
/// begins like one may be anybody's.
enum AppleWords {
    private static func list(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    }

    /// Words of function signatures, in whoever's function they stand.
    static let signatures = list(
        """
        main start body getter setter modify read init deinit closure in of for some any specialized static thunk
        partial apply implicit protocol witness merged outlined reabstraction default argument unknown context at
        allocating deallocating get set materializeForSet unsafeAddressor lazy autoclosure variable initialization
        expression property wrapper backing initializer helper conformance metadata accessor associated type value
        copy destroy subscript async await throws rethrows inout where suspend resume function signature
        specialization generic dispatch constant propagation operator prefix postfix infix UIApplicationMain
        """)

    /// Names of types, and of modules before them.
    static let types = swift.union(swiftUI).union(platform)

    private static let swift = list(
        """
        Swift Foundation Combine Observation SwiftUI SwiftUICore UIKit AppKit Self Type Protocol body some any Any
        AnyObject AnyHashable AnyClass AnyKeyPath Array ArraySlice ContiguousArray Dictionary Set Optional Result
        String Substring Character StaticString Unicode Scalar Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32
        UInt64 Double Float Float16 Float80 Bool Void Never Range ClosedRange PartialRangeFrom PartialRangeThrough
        PartialRangeUpTo Slice Sequence Collection BidirectionalCollection RandomAccessCollection MutableCollection
        RangeReplaceableCollection LazySequence LazyMapSequence LazyMapCollection LazyFilterSequence
        EnumeratedSequence Zip2Sequence ReversedCollection DefaultIndices IndexingIterator AnySequence AnyCollection
        AnyRandomAccessCollection AnyBidirectionalCollection AnyIterator IteratorProtocol Equatable Hashable
        Comparable Identifiable Codable Encodable Decodable Sendable Error CustomStringConvertible CaseIterable
        RawRepresentable KeyPath WritableKeyPath ReferenceWritableKeyPath PartialKeyPath Mirror ObjectIdentifier
        UnsafePointer UnsafeMutablePointer UnsafeRawPointer UnsafeMutableRawPointer UnsafeBufferPointer
        UnsafeMutableBufferPointer Unmanaged ManagedBuffer Task TaskGroup MainActor Actor AsyncStream
        AsyncThrowingStream AsyncSequence CheckedContinuation UnsafeContinuation Duration ContinuousClock
        SuspendingClock SIMD2 SIMD3 SIMD4 Regex UUID URL URLRequest URLSession URLComponents Data Date DateInterval
        DateComponents Calendar TimeZone Locale Decimal IndexSet IndexPath Notification NotificationCenter
        UserDefaults Bundle AttributedString AttributedSubstring AttributeContainer CharacterSet Measurement Unit
        UnitLength PersonNameComponents Predicate SortDescriptor Progress Timer RunLoop ProcessInfo FileManager
        LocalizedStringResource JSONDecoder JSONEncoder DateFormatter NumberFormatter MeasurementFormatter CGFloat
        CGPoint CGSize CGRect CGVector CGAffineTransform AnyCancellable AnyPublisher Published ObservableObject
        ObservableObjectPublisher PassthroughSubject CurrentValueSubject Publisher Publishers Subscriber Subscribers
        Just Future ObservationRegistrar Observable
        """)

    private static let swiftUI = list(
        """
        App Scene View ViewModifier ViewBuilder AnyView EmptyView Text Image AsyncImage AsyncImagePhase Label
        LabeledContent Link ShareLink Button EditButton PasteButton RenameButton Menu MenuButton Toggle Slider
        Stepper Picker DatePicker MultiDatePicker ColorPicker TextField SecureField TextEditor Form Section Group
        GroupBox DisclosureGroup OutlineGroup OutlineSubgroupChildren List ForEach Table TableRow TableColumn
        TableColumnForEach TableForEachContent TableHeaderRowContent TableOutlineGroupContent TupleTableRowContent
        TupleTableColumnContent HStack VStack ZStack LazyHStack LazyVStack LazyHGrid LazyVGrid Grid GridRow GridItem
        ScrollView ScrollViewReader ScrollViewProxy Spacer Divider Color LinearGradient RadialGradient
        AngularGradient EllipticalGradient MeshGradient AnyGradient Gradient Circle Ellipse Capsule Rectangle
        RoundedRectangle UnevenRoundedRectangle ContainerRelativeShape ConcentricRectangle Path Shape
        InsettableShape AnyShape ShapeStyle AnyShapeStyle StrokeStyle FillStyle Material Canvas GraphicsContext
        GeometryReader GeometryProxy GeometryReader3D TimelineView TimelineSchedule ViewThatFits AnyLayout Layout
        HStackLayout VStackLayout ZStackLayout GridLayout LayoutSubview LayoutSubviews ProposedViewSize
        NavigationView NavigationStack NavigationSplitView NavigationLink NavigationPath TabView Tab TabSection
        TabContent WindowGroup Window DocumentGroup Settings MenuBarExtra ImmersiveSpace CommandMenu CommandGroup
        ControlGroup ControlWidgetButton ControlWidgetToggle Gauge ProgressView ProgressViewStyleConfiguration
        ContentUnavailableView SearchUnavailableContent HSplitView VSplitView PhaseAnimator KeyframeAnimator
        KeyframeTrack Animation AnyTransition Transition Transaction AnimatablePair EmptyAnimatableData Namespace
        State StateObject ObservedObject EnvironmentObject Environment EnvironmentValues EnvironmentKey
        PreferenceKey Binding Bindable FocusState FocusedValue FocusedBinding GestureState SceneStorage AppStorage
        ScaledMetric FetchRequest FetchedResults SectionedFetchRequest Query AccessibilityFocusState
        UIViewRepresentable UIViewControllerRepresentable UIHostingController NSViewRepresentable
        NSViewControllerRepresentable NSHostingView NSHostingController WKInterfaceObjectRepresentable Map Marker
        Annotation MapPolyline MapCircle MapPolygon UserAnnotation Chart BarMark LineMark PointMark AreaMark
        RuleMark RectangleMark SectorMark AxisMarks PhotosPicker SpriteView SceneView VideoPlayer
        SignInWithAppleButton RealityView Model3D WebView ModifiedContent TupleView TupleContent Optional IDView
        EquatableView SubscriptionView StaticIf StaticSourceWriter StaticBody DynamicBody ViewBodyAccessor
        ViewModifierBodyAccessor ViewModifier_Content PlaceholderContentView MainThreadFlags AsyncThreadFlags
        RootModifier HostingModifier TransitionTraitKey ZIndexTraitKey TagValueTraitKey LayoutPriorityTraitKey
        ViewListVisitor ViewGraph GraphHost ViewRendererHost UIHostingView UIHostingScrollView HostingScrollView
        PlatformViewHost PlatformViewChild PlatformViewRepresentableAdaptor
        PlatformViewControllerRepresentableAdaptor RepresentableContextValues DynamicViewList ForEachList
        ForEachState LazyLayoutViewCache LazyLayoutComputer LazySubviewPlacements LazyVStackLayout LazyHStackLayout
        LayoutComputer LayoutChildGeometries LayoutPositionQuery RootGeometry SafeAreaInsetsModifier DisplayList
        DisplayListRenderer ResolvedTextFilter ResolvedStyledText StyledTextContentView StyledTextLayoutEngine
        TextLayoutQuery TextFieldStyleConfiguration ButtonStyleConfiguration PrimitiveButtonStyleConfiguration
        LabelStyleConfiguration ToggleStyleConfiguration GroupBoxStyleConfiguration MenuStyleConfiguration
        GaugeStyleConfiguration DisclosureGroupStyleConfiguration FormStyleConfiguration
        LabeledContentStyleConfiguration ControlGroupStyleConfiguration TableStyleConfiguration
        NavigationSplitViewStyleConfiguration DatePickerStyleConfiguration ButtonStyleContainerModifier
        ResolvedButtonStyle ResolvedLabelStyle ResolvedToggleStyle ResolvedProgressViewStyle ResolvedMenuStyle
        ResolvedList ResolvedPicker StyleContextWriter BorderlessButtonStyle BorderedButtonStyle
        BorderedProminentButtonStyle PlainButtonStyle DefaultButtonStyle LinkButtonStyle
        AccessibilityAttachmentModifier AccessibilityProperties AccessibilityLargeContentViewModifier
        DefaultListStyle PlainListStyle InsetListStyle InsetGroupedListStyle GroupedListStyle SidebarListStyle
        DefaultLabelStyle IconOnlyLabelStyle TitleOnlyLabelStyle TitleAndIconLabelStyle SwitchToggleStyle
        DefaultToggleStyle ButtonToggleStyle DefaultPickerStyle MenuPickerStyle SegmentedPickerStyle
        WheelPickerStyle InlinePickerStyle NavigationLinkPickerStyle PalettePickerStyle CollectionViewListRoot
        ListCollectionViewCell ListStyleContent UpdateCoalescingCollectionView SystemBackgroundView BarItemView
        ToolbarItem ToolbarItemGroup ToolbarSpacer ToolbarTitleMenu NavigationStackStyledCore
        NavigationStackHostingController NavigationColumnState NavigationBarHost NavigationTitleModifier SheetBridge
        PresentationHostingController SheetPresentationModifier AlertModifier ConfirmationDialogModifier
        PopoverPresentationModifier FullScreenCoverPresentationModifier SearchFieldModifier SearchableModifier
        RefreshActionModifier AppearanceActionModifier OnAppearModifier TaskModifier OnReceiveModifier
        OnScrollGeometryModifier ScrollGeometry ScrollPosition ScrollTargetLayout Gesture TapGesture
        LongPressGesture DragGesture MagnifyGesture MagnificationGesture RotateGesture RotationGesture
        SpatialTapGesture SimultaneousGesture SequenceGesture ExclusiveGesture GestureStateGesture AnyGesture
        EventListener HoverRegionResponder PlatformGestureRecognizer UIKitGestureRecognizer Alignment
        HorizontalAlignment VerticalAlignment EdgeInsets Edge Axis Angle Anchor UnitPoint CoordinateSpace
        ColorScheme ContentMode Font LocalizedStringKey DynamicTypeSize LayoutDirection ScenePhase DismissAction
        OpenURLAction RefreshAction Subview SubviewsCollection SectionCollection SubviewsCollectionSlice
        GlassEffectContainer Glass _ConditionalContent _ViewModifier_Content _VariadicView _VariadicView_Children
        _TraitWritingModifier _EnvironmentKeyWritingModifier _EnvironmentKeyTransformModifier
        _PreferenceWritingModifier _PreferenceTransformModifier _PreferenceActionModifier _AppearanceActionModifier
        _PaddingLayout _FrameLayout _FlexFrameLayout _OffsetEffect _OpacityEffect _ScaleEffect _RotationEffect
        _Rotation3DEffect _BlurEffect _ShadowEffect _ClipEffect _MaskEffect _MaskAlignmentEffect
        _CompositingGroupEffect _DrawingGroupEffect _BackgroundModifier _BackgroundStyleModifier
        _BackgroundShapeModifier _InsettableBackgroundShapeModifier _OverlayModifier _OverlayStyleModifier
        _OverlayPreferenceModifier _BackgroundPreferenceModifier _AlignmentLayout _AlignmentWritingModifier
        _AspectRatioLayout _FixedSizeLayout _PositionLayout _LayoutPriorityLayout _SafeAreaIgnoringLayout
        _SafeAreaInsetsModifier _SafeAreaRegionsIgnoringLayout _AnimationModifier _AnimationView
        _TransactionModifier _PushPopTransactionModifier _ValueTransactionModifier _TransitionModifier _ZIndexLayout
        _ContentShapeModifier _ContentShapeKindModifier _AllowsHitTestingModifier _ForegroundStyleModifier
        _ForegroundStyleModifier2 _ForegroundColorModifier _IdentifiedModifier _TagTraitKey _HStackLayout
        _VStackLayout _ZStackLayout _GridLayout _LayoutRoot _LayoutTree _ShapeView _StrokedShape _StrokeBorderShape
        _SizedShape _OffsetShape _TrimmedShape _ContextMenuContainer _ContextMenuModifier _DelayedPreferenceView
        _PreferenceReadingView _UIHostingView _NSHostingView _ButtonGesture _EndedGesture _ChangedGesture
        _MapGesture _ModifiersGesture _SymbolEffectModifier _ScrollView _ScrollViewRoot _ContentTransitionModifier
        _HoverRegionModifier _GeometryGroupEffect _VisualEffectModifier _DynamicFrame _SafeAreaPaddingModifier
        _AttachmentModifier _EnvironmentBackgroundStyleModifier _Map _StatusBarHidden
        """)

    private static let platform = list(
        """
        NSObject NSString NSMutableString NSAttributedString NSMutableAttributedString NSArray NSMutableArray
        NSDictionary NSMutableDictionary NSSet NSMutableSet NSNumber NSDate NSData NSURL NSError NSNotification
        NSNotificationCenter NSUserDefaults NSBundle NSTimer NSRunLoop NSThread NSOperation NSOperationQueue
        NSDateFormatter NSNumberFormatter NSLocale NSCalendar NSIndexPath NSIndexSet NSPredicate NSSortDescriptor
        NSCache NSFileManager NSProcessInfo NSLayoutConstraint NSLayoutManager NSTextStorage NSTextContainer
        NSManagedObject NSManagedObjectContext NSFetchRequest NSFetchedResultsController NSPersistentContainer
        NSPersistentStoreCoordinator NSApplication NSWindow NSView NSViewController NSImage NSColor NSFont
        NSTableView NSCollectionView NSScrollView NSTextField NSTextView NSButton NSEvent NSResponder NSDisplayLink
        NSISEngine NSISObjectiveLinearExpression UIApplication UIApplicationDelegate UIScene UIWindow UIWindowScene
        UIScreen UIDevice UIView UIViewController UIResponder UIControl UIButton UILabel UITextField UITextView
        UIImage UIImageView UIColor UIFont UIScrollView UITableView UITableViewCell UICollectionView
        UICollectionViewCell UICollectionViewLayout UICollectionViewCompositionalLayout
        UICollectionViewDiffableDataSource UICollectionViewListCell UICollectionReusableView UINavigationController
        UINavigationBar UINavigationItem UITabBarController UITabBar UISplitViewController UIToolbar UISearchBar
        UISearchController UIAlertController UIPresentationController UIGestureRecognizer UITapGestureRecognizer
        UIPanGestureRecognizer UILongPressGestureRecognizer UIEvent UITouch UITraitCollection UIVisualEffectView
        UIBlurEffect UIStackView UISwitch UISlider UIStepper UISegmentedControl UIPickerView UIDatePicker
        UIProgressView UIActivityIndicatorView UIPageControl UIRefreshControl UIMenu UIAction
        UIContextMenuInteraction UIHostingController UIHostingConfiguration UIGraphicsImageRenderer UIBezierPath
        UIKeyboardImpl UIInputResponder UIUpdateLink UIUpdateSequence UIViewPropertyAnimator
        UISheetPresentationController CALayer CATransaction CADisplayLink CAAnimation CABasicAnimation
        CAKeyframeAnimation CAShapeLayer CAMetalLayer CATransform3D CAGradientLayer CATextLayer CGContext CGImage
        CGPath CGColor CGColorSpace CIImage CIContext MKMapView MKAnnotationView MKUserLocation MKPolyline
        MKOverlayRenderer CLLocation CLLocationManager WKWebView AVPlayer AVPlayerLayer AVPlayerViewController
        SKScene SKView SCNView SCNNode MTKView PHAsset PHImageManager PHPickerViewController ModelContext
        ModelContainer PersistentModel BackingData
        """)
}
