/// A list of changed properties as one text, as our CSV has it: items separated by `;`, a `;` inside an item
/// written `\;`.
enum PropertyList {
    static func text(_ items: [String]) -> String {
        items.map { item in
            item.contains(";") ? String(item.flatMap { $0 == ";" ? ["\\", ";"] : [$0] }) : item
        }.joined(separator: ";")
    }
}
