import Testing

@testable import TraceKit

/// Symbols in, functions and bodies out.
@Suite struct FrameNameTests {
    @Test(
        arguments: [
            ("LocalStatsLog.body.getter", "LocalStatsLog.body", "LocalStatsLog.body"),
            ("closure #2 in closure #1 in Feed.body.getter", "Feed.body", "Feed.body"),
            ("protocol witness for View.body.getter in conformance Row<A>", "Row<A>.body", "Row.body"),
            ("closure #1 in Store.load(_:)", "Store.load(_:)", nil),
            ("partial apply for closure #1 in Store.load(_:)", "Store.load(_:)", nil),
            ("(2) suspend resume partial function for Store.sync()", "Store.sync()", nil),
            ("Model.items.getter", "Model.items", nil),
            ("Card.body(content:)", "Card.body", "Card.body"),
            ("-[TileCell layoutSubviews]", "-[TileCell layoutSubviews]", "TileCell.layoutSubviews"),
            ("PlayerView.makeNSView(context:)", "PlayerView.makeNSView(context:)", "PlayerView.makeNSView"),
            ("-[NSTextField initWithFrame:]", "-[NSTextField initWithFrame:]", nil),
            ("somebody.getter", "somebody", nil),
        ] as [(String, String, String?)])
    func `a closure is its function, and a body is its view's`(_ symbol: String, _ function: String, _ body: String?) {
        let name = FrameName(symbol)
        #expect(name.function == function)
        #expect(name.body == body)
    }

    @Test func `the entry of a program and its run loop are no work of the app`() {
        for entry in [
            "main", "start", "UIApplicationMain", "static ShopApp.$main()", "static App.main()", "-[NSApplication run]",
        ] {
            #expect(FrameName.isEntry(entry), "\(entry)")
        }
        for loop in ["CFRunLoopRunSpecific", "__CFRunLoopRun", "GSEventRunModal"] {
            #expect(FrameName.isRunLoop(loop), "\(loop)")
        }
        #expect(!FrameName.isEntry("Cart.main(_:)") && !FrameName.isRunLoop("RunLoopView.body.getter"))
    }
}
