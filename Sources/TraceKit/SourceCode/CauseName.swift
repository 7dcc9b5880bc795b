/// The subject of a cause, by the cause's name in a chain.
enum CauseName {
    /// `Creation of LandmarkRow`, `LandmarkRow.body`: the name of the view.
    case view(String)
    /// `ModelData.favorites`, `@State counter`: the names between points, of which there is one at least.
    case property([String])
    /// `EnvironmentWriter: SearchContext`: the name of the value or its type.
    case environment(String)

    /// Nil for gestures, transactions and system work.
    init?(_ text: String) {
        var name = text[...]
        if name.hasSuffix("]"), let mark = name.lastIndex(of: "[") { name = name[..<mark] }
        let creation = "Creation of "
        if name.hasPrefix(creation) {
            self = .view(String(name.dropFirst(creation.count)))
            return
        }
        var isProperty = false
        if name.hasPrefix("@") {
            // `@State counter`, `@State: counter`, `@Observable ModelData.favorites`
            guard let space = name.firstIndex(of: " ") else { return nil }
            name = name[name.index(after: space)...]
            isProperty = true
        } else if let colon = name.firstRange(of: ": ") {
            guard name.contains("Environment"), !name.hasPrefix("External") else { return nil }
            self = .environment(String(name[colon.upperBound...]))
            return
        }
        let names = SourceIndex.names(String(name))
        guard let last = names.last, !names.contains(where: { $0.contains(" ") || $0.contains("\"") }),
            names.count > 1 || isProperty
        else { return nil }
        let isView = names.count > 1 && (last == "body" || last.hasPrefix("("))
        self = isView ? .view(names.dropLast().joined(separator: ".")) : .property(names)
    }
}
