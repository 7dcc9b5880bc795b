// As much of SwiftUI as Examples/TraceLogging.swift names, so that its types can be checked where there is none.
// Signatures as Apple documents them; nothing of it runs.

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View { public var body: Never { fatalError() } }
public struct EmptyView: View { public var body: Never { fatalError() } }
public struct Text: View {
    public init(_ text: String) {}
    public var body: Never { fatalError() }
}

@resultBuilder public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder func body(content: Content) -> Body
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: View { public var body: Never { fatalError() } }
public struct ModifiedContent<Content, Modifier>: View { public var body: Never { fatalError() } }

extension View {
    public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> { fatalError() }
    public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
    public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View { self }
    public static func _logChanges() {}
}
