import Testing

@testable import TraceKit

/// Patterns of users: what Swift's own engine says of them, within a number of steps.
@Suite struct RegularExpressionTests {
    private static let names = [
        "RowV2", "Row", "V2V2", "LandmarkRow_v12", "Cell_deadbeef", "A<B<C>>", "Über_View9", "a b", "", "FooFoo",
        "aXbXc",
        "Screen[3]", "x\ny", "ABCabc", "row_row-7", "é", "Tab(1).Item", "aaa", "Header12Footer",
    ]

    @Test(arguments: [
        "V[0-9]+$", "V2$", "Header|[0-9]+$", "_v\\d+", "(?i)ROW", "^Row", "[A-Z]", "<.*>", "<.*?>", "\\s", "\\bRow\\b",
        "(Foo)\\1", "X(?=b)", "X(?!b)", "[^a-z]+", "a*", "(a|b)*c", "[[:digit:]]+", "\\p{Lu}", "a{2}", "a{1,2}?",
        "a{,2}",
        "(?:Row|Cell)_?", "(?<n>.)\\k<n>", "\\[\\d+\\]", "\\.Item$", "^\\w+$", "", "x.y", "(?s)x.y", "(?m)^y",
        "(?>a+)a",
        "a++", "\\x41", "\\u00e9", "[\\]]", "[\\w-]+", "[a-c[x-z]]", "\\Q.\\E", "(_?[a-f0-9]+)+$", "(a*)*b",
        "(a?){3}a{3}",
        "\\W+", "(?i:row)V", "é", "[é]", "Row(V2)?", "(Old|New|V[12])$", "\\d{2,}", "^.", "(?=R)", "$", "a|", "()",
        "(|a)+",
        "\\D", "\\S+", "[^\\W_]+", "\\A\\w", "\\w\\z", "\\BV", "(a)(?#one)b", "[\\^a]", "[a\\-c]", "a{b", "(?-i)R",
    ])
    func `a pattern takes what Swift's own engine takes`(_ pattern: String) throws {
        let (own, other) = (try RegularExpression(pattern), try Regex(pattern))
        for name in Self.names {
            #expect(try own.removingMatches(from: name) == name.replacing(other, with: ""), "\(name)")
            #expect(try own.matches(in: name) == (name.firstMatch(of: other) != nil), "\(name)")
        }
    }

    @Test func `what stands before a match can be asked for`() throws {
        #expect(try RegularExpression("(?<=Row)V[0-9]").removingMatches(from: "V1RowV2") == "V1Row")
        #expect(try RegularExpression("(?<!Row)V[0-9]").removingMatches(from: "V1RowV2") == "RowV2")
    }

    @Test(arguments: [
        ("(", "a '(' has no ')'"), (")", "a ')' has no '('"), ("[", "a '[' has no ']'"),
        ("a**", "a repetition is repeated"),
        ("*", "there is nothing to repeat"), ("{2}", "there is nothing to repeat"),
        ("a{3,2}", "a repetition has more at least than at most"), ("\\", "it ends in a '\\'"),
        ("[z-a]", "a range of characters ends before it begins"), ("(?x)a", "'(?x' is not known"),
        ("\\y", "'\\y' is not known"), ("\\p{Foo}", "'\\p{Foo}' is not known"), ("\\2", "it has no such group"),
        ("\\k<z>", "it has no such group"), ("(?<n", "a '>' is missing"), ("[[:foo:]]", "'[:foo:]' is not known"),
        ("[a&&b]", "'&&' is not known"), ("\\x{110000}", "'110000' is no number of a character"),
        ("((a{1000}){1000})", "its repetitions are too many"), ("^*", "there is nothing to repeat"),
    ])
    func `what is no pattern is refused with the reason`(_ pattern: String, _ reason: String) {
        #expect(throws: RegularExpression.SyntaxError(reason: reason)) { try RegularExpression(pattern) }
    }

    @Test func `groups may not be nested without end`() {
        for bracket in ["(", "["] {
            let pattern = String(repeating: bracket, count: 100_000)
            #expect(throws: RegularExpression.SyntaxError.self) { try RegularExpression(pattern) }
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["(_?[a-f0-9]+)+$", "(a*)*$", "(a|aa)+$", "(.*.*.*)*\\d", "(?=(a+)+$)"])
    func `a pattern that tries everything ends with an error`(_ pattern: String) throws {
        let expression = try RegularExpression(pattern)
        let name = "Cell_" + String(repeating: "a", count: 60) + "!"
        #expect(throws: RegularExpression.TooManySteps.self) { try expression.removingMatches(from: name) }
        #expect(throws: RegularExpression.TooManySteps.self) { try expression.matches(in: name) }
    }

    @Test(arguments: ["V[0-9]+$", "<.*>$", "ModifiedContent<[^,]*, ", "\\w+V2"])
    func `long names are no trouble for patterns that people write`(_ pattern: String) throws {
        let name = String(repeating: "ModifiedContent<Text, ", count: 200) + "V2" + String(repeating: ">", count: 200)
        _ = try RegularExpression(pattern).removingMatches(from: name)
    }
}
