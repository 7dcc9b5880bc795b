/// Words of types and functions that are known to be Swift's or Apple's, matched as whole words. A word with only the
/// same beginning may come from any app.
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

    /// Names of types and of their modules.
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

extension AppleWords {
    /// Names of system functions and methods, and parts of them. Matched only in frames of system binaries, because
    /// elsewhere the word may be the app's.
    static let functions: Set<String> = Set(
        """
        CA AG RB BKS FBS CB CF NS UI CG CT IO OBJC Transaction Context Layer Render Display Graph Subgraph
        UpdateStack Attribute Encoder Animation DisplayLink DisplayLinkItem Server Update TypedTraitOrdering
        LayoutEngine std icu commit commit_transaction commit_if_needed commit_layer prepare_commit layout_if_needed
        layout_and_display_if_needed display_if_needed display_layer display_ layout_layer ensure_implicit set_impl
        flush flush_as_runloop_observer observer_callback run_commit_handlers run_deferred_visibility_layer_calls
        dispatch_items dispatch_deferred_display_links update update_attribute value_ref input_value_ref
        input_value_ref_slow input_value_add propagate_dirty invalidate invalidate_all with_update call_update
        without_invalidating value_set value_set_internal mark_changed add_input remove_node new_indirect_attribute
        apply AGGraphGetValue AGGraphSetValue AGGraphGetInputValue AGGraphGetWeakValue AGGraphCreateAttribute
        AGGraphUpdateValue AGGraphWithUpdate AGGraphGetOutputValue AGSubgraphUpdate AGSubgraphApply
        AGGraphMutateAttribute AGGraphSetOutputValue AGGraphInvalidateAllValues updateOutputs updateOutputsAsync
        updateViewGraph updateRemovedElements updateBody updateValue updateUIView updateUIViewController
        updateNSView updateNSViewController makeUIView makeUIViewController makeView makeViewList makeBody
        makeCoordinator makeDynamicView withTransaction withAnimation withMutation withDynamicType render
        renderDisplayList renderAsync renderInterval sizeThatFits placeSubviews layoutSubviews layoutSublayers
        layoutIfNeeded setNeedsLayout setNeedsDisplay setNeedsUpdateConstraints updateConstraints
        systemLayoutSizeFittingSize intrinsicContentSize explicitAlignment spacing place dimensions childGeometry
        resolve resolved value updateValueAndReset setNeedsUpdate runTransaction flushTransactions asyncTransaction
        continueTransaction instantiate instantiateOutputs preferencesDidChange graphDidChange beginTransaction
        commitTransaction send receive sink perform performAction sendAction dispatchImmediately dispatch_once
        callout sendEvent touchesBegan touchesMoved touchesEnded touchesCancelled hitTest pointInside
        gestureRecognizer viewDidLoad viewWillAppear viewDidAppear viewWillDisappear viewDidDisappear
        viewWillLayoutSubviews viewDidLayoutSubviews loadView loadViewIfRequired didMoveToWindow willMoveToWindow
        didMoveToSuperview addSubview removeFromSuperview insertSubview bringSubviewToFront setFrame setBounds
        setCenter setHidden setAlpha setTransform setText setAttributedText setImage setFont setBackgroundColor
        setTintColor drawRect drawInContext drawLayer displayLayer drawTextInRect textRectForBounds
        boundingRectWithSize sizeWithAttributes cellForItemAtIndexPath cellForRowAtIndexPath
        dequeueReusableCellWithReuseIdentifier dequeueConfiguredReusableCellWithRegistration
        dequeueReusableCellWithIdentifier performBatchUpdates reloadData applySnapshot reconfigureItemsAtIndexPaths
        collectionView tableView scrollView scrollViewDidScroll preferredLayoutAttributesFittingAttributes
        layoutAttributesForElementsInRect prepareLayout invalidateLayout forItemAt forRowAt willDisplay
        didEndDisplaying numberOfSections numberOfItemsInSection setRegion animated animateWithDuration animations
        completion setContentOffset _updateCycle _updateVisibleCellsNow _performLayout _layoutSubviews _updateInsets
        _createPreparedCellForItemAtIndexPath _dequeueReusableViewOfKind _applyUpdates _updateCollectionView
        _updateConstraintsIfNeeded _updateLayoutEngineHostConstraints _updateSafeAreaInsets _UIUpdateSequenceRun
        _UIUpdateCycle _UIScheduler _UIHostingView _UIGestureEnvironment _UIApplicationHandleEventQueue
        schedulerStepScheduledMainSection runloopSourceCallback __setupUpdateSequence_block_invoke
        _UIUpdateScheduler _runUpdateSequence _handleEvent __handleEventQueue __handleEventQueueInternal
        __processEventQueue _sendTouchesForEvent _UIApplicationFlushCATransaction _afterCACommitHandler
        _firstCommitBlock _beforeCACommitHandler _run _callback _block_invoke UIApplicationMain NSApplicationMain
        run runMode beforeDate acceptInputForMode CFRunLoopRun CFRunLoopRunSpecific CFRunLoopRunInMode
        __CFRunLoopRun __CFRunLoopDoSource0 __CFRunLoopDoSource1 __CFRunLoopDoSources0 __CFRunLoopDoObservers
        __CFRunLoopDoBlocks __CFRunLoopDoTimer __CFRunLoopDoTimers __CFRunLoopServiceMachPort
        __CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__
        __CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE1_PERFORM_FUNCTION__
        __CFRUNLOOP_IS_CALLING_OUT_TO_AN_OBSERVER_CALLBACK_FUNCTION__
        __CFRUNLOOP_IS_CALLING_OUT_TO_A_TIMER_CALLBACK_FUNCTION__ __CFRUNLOOP_IS_CALLING_OUT_TO_A_BLOCK__
        __CFRUNLOOP_IS_SERVICING_THE_MAIN_DISPATCH_QUEUE__ CFRunLoopWakeUp CFRetain CFRelease CFEqual CFHash
        CFDictionaryGetValue CFDictionarySetValue CFArrayGetValueAtIndex CFStringCreateWithCString CFStringCompare
        CFStringGetCString CFPreferencesCopyAppValue GSEventRun GSEventRunModal start_wqthread _pthread_wqthread
        _pthread_start thread_start pthread_mutex_lock pthread_mutex_unlock pthread_cond_wait _pthread_cond_wait
        pthread_rwlock_rdlock pthread_getspecific os_unfair_lock_lock os_unfair_lock_unlock
        _os_unfair_lock_lock_slow os_log_type_enabled _os_log_impl os_signpost_emit os_signpost_enabled mach_msg
        mach_msg2_trap mach_msg_trap mach_msg_overwrite mach_msg2_internal mach_absolute_time mach_continuous_time
        semaphore_wait_trap semaphore_timedwait_trap __psynch_cvwait __psynch_mutexwait __ulock_wait __ulock_wait2
        __ulock_wake __workq_kernreturn __semwait_signal kevent_id kevent_qos syscall madvise mmap munmap memcpy
        memmove memset memcmp _platform_memmove _platform_memset _platform_memcmp _platform_strlen _platform_strcmp
        strlen strcmp strncmp malloc calloc realloc free _malloc_zone_malloc malloc_zone_malloc malloc_zone_calloc
        malloc_size malloc_type_malloc _xzm_malloc _xzm_free xzm_malloc _free nanov2_allocate_from_block
        nanov2_malloc nanov2_calloc szone_malloc_should_clear tiny_malloc_should_clear tiny_malloc_from_free_list
        tiny_free_no_lock small_malloc_from_free_list bzero objc_msgSend objc_msgSend_uncached objc_msgSendSuper2
        objc_retain objc_release objc_autorelease objc_retainAutoreleasedReturnValue objc_autoreleaseReturnValue
        objc_autoreleasePoolPush objc_autoreleasePoolPop objc_alloc objc_alloc_init objc_opt_class
        objc_opt_isKindOfClass objc_opt_respondsToSelector objc_storeStrong objc_loadWeakRetained objc_storeWeak
        objc_initWeak objc_destroyWeak objc_sync_enter objc_sync_exit objc_getClass object_getClass class_getName
        lookUpImpOrForward _objc_msgForward _objc_rootDealloc _objc_rootAllocWithZone sidetable_retain
        sidetable_release weak_register_no_lock AutoreleasePoolPage releaseUntil swift_retain swift_release
        swift_bridgeObjectRetain swift_bridgeObjectRelease swift_unknownObjectRetain swift_unknownObjectRelease
        swift_allocObject swift_deallocObject swift_deallocClassInstance swift_initStackObject swift_allocBox
        swift_beginAccess swift_endAccess swift_getGenericMetadata swift_getTypeByMangledName
        swift_getTypeByMangledNameInContext swift_getTypeByMangledNameInContextImpl swift_getWitnessTable
        swift_getAssociatedTypeWitness swift_getAssociatedConformanceWitness swift_getOpaqueTypeConformance
        swift_getOpaqueTypeMetadata swift_conformsToProtocol swift_conformsToProtocolMaybeInstantiateSuperclasses
        swift_dynamicCast swift_dynamicCastClass swift_getKeyPath swift_getAtKeyPath swift_setAtWritableKeyPath
        swift_weakInit swift_weakLoadStrong swift_weakDestroy swift_isUniquelyReferenced_nonNull_native
        swift_isUniquelyReferenced_native swift_task_switch swift_task_create swift_task_enqueueGlobal swift_job_run
        swift_once swift_arrayInitWithCopy swift_arrayDestroy swift_slowAlloc swift_slowDealloc
        swift_checkMetadataState swift_instantiateConcreteTypeFromMangledName swift_makeAnyHashable
        swift_getObjectType _swift_release_dealloc _swift_retain_ _swift_release_ _swift_getGenericMetadata
        _dispatch_main_queue_callback_4CF _dispatch_main_queue_drain _dispatch_call_block_and_release
        _dispatch_client_callout _dispatch_lane_serial_drain _dispatch_lane_invoke
        _dispatch_lane_barrier_sync_invoke_and_complete _dispatch_root_queue_drain _dispatch_worker_thread2
        _dispatch_workloop_worker_thread _dispatch_sync_f_slow _dispatch_once_callout _dispatch_source_invoke
        _dispatch_event_loop_wait_for_ownership __DISPATCH_WAIT_FOR_QUEUE__ dispatch_sync dispatch_async
        dispatch_after dispatch_once_f dispatch_semaphore_wait dispatch_group_wait dyld dyld4 prepare APIs
        runInitializers runInitializersBottomUp findAndRunAllInitializers loadPackages dlopen dlsym dlopen_from
        ures_getByKey ures_getByKeyWithFallback ures_getStringByKeyWithFallback ures_open uloc_getBaseName ucal_open
        ucal_getMillis udat_format unum_formatDouble ucol_strcoll createInstance initialize initializeData construct
        format format_ parse applyPattern clone DateFormatSymbols DecimalFormatSymbols Calendar Locale TimeZone
        UnicodeString ResourceBundle NumberFormat hash hashInto encode encoded decode decoded compactMap flatMap
        forEach filter contains append insert remove removeAll reserveCapacity reduce joined split index lookup find
        resize copy create allocate deallocate dealloc retain release autorelease alloc new description isEqual
        respondsToSelector valueForKey setValue initWithFrame initWithCoder initWithString initWithData
        initWithContentsOfFile scan scanValue JSONScanner JSONDecoderImpl unwrap container unkeyedContainer
        singleValueContainer decodeIfPresent keyedContainer markdown options contentsOf contentsOfFile named data
        string from to with by into using at on as is _stringCompareWithSmolCheck _stringCompareInternal _StringGuts
        _StringObject _NativeDictionary _NativeSet __RawDictionaryStorage __RawSetStorage _ArrayBuffer
        _ContiguousArrayBuffer _ArrayBufferProtocol _SwiftDictionaryNSEnumerator _CocoaDictionary
        _bridgeToObjectiveC _unconditionallyBridgeFromObjectiveC _forceBridgeFromObjectiveC _copyToContiguousArray
        _copyContents _assertionFailure _swift_stdlib_strtod_clocale _swift_stdlib_strtoX_clocale_impl sqlite3_step
        sqlite3_prepare_v2 sqlite3_column_text sqlite3VdbeExec sqlite3BtreeNext pread pwrite read write open openat
        close fstat stat lstat fsync getattrlist access readlink ioctl recvmsg sendmsg select poll
        CGContextDrawImage CGContextFillRect CGContextDrawPath CGContextFillPath CGContextStrokePath CGImageCreate
        CGImageGetWidth CGImageGetHeight CGImageRetain CGImageRelease CGColorCreate CGPathCreateMutable
        CGPathAddRect CGImageSourceCreateWithData CGImageSourceCreateWithURL CGImageSourceCreateImageAtIndex
        CGImageSourceCreateThumbnailAtIndex IIOReadPlugin IIOImageSource CTLineCreateWithAttributedString CTLineDraw
        CTFramesetterCreateWithAttributedString CTTypesetterCreateLine CTFontCreateWithName CTRunDraw
        CTLineGetTypographicBounds BSServiceMainRunLoopQueue BSXPCServiceConnection FBSSerialQueue FBSScene
        FBSWorkspaceScenesClient BKSHIDEventDeliveryManager IOHIDEventSystemClient IOConnectCallMethod
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
