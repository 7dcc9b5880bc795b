/// The lines that `Tests/Torture/conformance` holds against docs/reliability.md.
enum Conformance {
    static func report(_ suite: String, _ right: Int, of all: Int, _ words: String) {
        print("conformance \(suite): \(right) of \(all) \(words)")
    }
}
