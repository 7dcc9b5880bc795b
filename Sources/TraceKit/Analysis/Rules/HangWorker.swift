/// What holds the main thread in a hang, as far as it can be told to somebody who has to change it.
enum HangWorker {
    /// A function of the app, or where nothing says whose it is the innermost one.
    case function(String)
    /// The app's code without symbols, with what it calls of the system.
    case unsymbolicated(calls: [String])
    /// A function of a framework, for a view of the app that was updated meanwhile.
    case framework(String, view: String?)

    /// The name of a function that can be changed.
    var name: String? { if case .function(let name) = self { name } else { nil } }

    /// `in ModelData.load(_:)`
    var phrase: String {
        switch self {
        case .function(let name): "in \(name)"
        case .unsymbolicated(let calls):
            "in code without symbols\(calls.isEmpty ? "" : " that calls \(calls.joined(separator: " and "))")"
        case .framework(let name, let view):
            "with SwiftUI's own work\(view.map { " while \($0) updates" } ?? " (\(name))")"
        }
    }
}

extension HangFindings {
    /// Nil where no call holds most of the samples.
    func worker(_ cluster: Cluster) -> HangWorker? {
        guard let path = cluster.path, path.frames.count > 1 else { return nil }
        let name = context.name(cluster.culprit)
        let isApp = context.appFunction(inHang: path).isPresent
        if name.hasPrefix("0x") || !isApp && path.frames.contains(where: { context.name($0).hasPrefix("0x") }) {
            return .unsymbolicated(calls: calls(path))
        }
        let isEntry = name == "main" || name.contains("$main")
        guard isEntry || AppViews.isNode(name) else { return .function(context.short(name)) }
        let function = isEntry ? path.frames.last.map(context.name) ?? name : name
        return .framework(context.short(function), view: appView(cluster))
    }

    /// What functions without a name call: the innermost two that can be read.
    private func calls(_ path: HeavyPath) -> [String] {
        let names = path.frames.map(context.name)
        let called = zip(names.dropFirst(), names).filter { $0.1.hasPrefix("0x") }.map(\.0)
        let readable = called.filter { name in
            !name.hasPrefix("0x") && !name.hasPrefix("_") && !name.hasPrefix("swift_") && !name.contains("::")
                && !name.hasSuffix("App.main()")
        }
        return readable.suffix(2).map(context.short)
    }

    /// The view of the app that was updated longest in the longest of the hangs.
    private func appView(_ cluster: Cluster) -> String? {
        let hangs = context.records.hangs
        guard let longest = cluster.hangs.max(by: { hangs[$0].duration < hangs[$1].duration }) else { return nil }
        let views = context.results.hangs[longest].views.map { Int($0.view) }
        return views.first { !context.isFramework[$0] }.map(context.shortViewName)
    }
}
