import Testing

@testable import TraceKit

@Suite struct FleetLayoutTests {
    private static let hostile = [
        "../x", "..", ".", "", "/", "é", "É", "e", "a/b", "a b", "a-b", "a\u{0}b", "a\nb", "NaN", "nan", "Infinity",
        "true",
        "null", "unknown", "1.10", "1.1", "123", "app=x", "day=2026-01-01", "Bench", "bench", "app-e-0123456789ab",
        String(repeating: "x", count: 300), String(repeating: "x", count: 301), String(repeating: "é", count: 300),
        "__HIVE_DEFAULT_PARTITION__", "a%2Fb", "C:\\x", "😀", "-x", "_x",
    ]

    @Test func `every name of an app is a safe part of a path, and its own`() {
        var slugs: Set<String> = [FleetLayout.slug(nil)]
        for name in Self.hostile + Self.hostile.map({ FleetLayout.slug($0) }) {
            let slug = FleetLayout.slug(name)
            #expect(slug.utf8.count < 100 && slug.first?.isLetter == true, "\(name)")
            #expect(slug.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }, "\(name)")
            #expect(slug == FleetLayout.slug(name))
            slugs.insert(slug)
        }
        let names = Set((Self.hostile + Self.hostile.map { FleetLayout.slug($0) }).map { Array($0.utf8) })
        #expect(slugs.count == names.count + 1)
        #expect(FleetLayout.slug("Bench") == "Bench")
        #expect(FleetLayout.slug(nil) == "unknown")
    }

    @Test func `a build is split into version and build`() {
        func split(_ build: String?) -> [String?] {
            let (version, number) = FleetLayout.version(build)
            return [version, number]
        }
        #expect(split("1.4 (812)") == ["1.4", "812"])
        #expect(split("1.10 (a.b)") == ["1.10", "a.b"])
        #expect(split("1 (x) (2)") == ["1 (x)", "2"])
        for whole in ["1.10", "", "(812)", " (812)", "1.4(812)", "1.4 ()", "1.4 (8))", "1.4 (8) "] {
            #expect(split(whole) == [whole, nil], "\(whole)")
        }
        #expect(split(nil) == [nil, nil])
    }

    @Test func `paths and keys`() {
        func layout(_ day: String?, _ options: String = "o") -> FleetLayout {
            FleetLayout(root: "out", app: "Bench", day: day, contentHash: "c", optionsHash: options)
        }
        let one = layout("2026-05-04")
        #expect(one.key.utf8.count == 32)
        #expect(one.file("updates") == "out/v1/updates/app=Bench/day=2026-05-04/\(one.key).parquet")
        let temporary = one.temporaryFile("updates", process: 7)
        let start = "out/v1/updates/app=Bench/day=2026-05-04/.\(one.key).7-"
        #expect(temporary.hasPrefix(start) && temporary.hasSuffix(".tmp"))
        #expect(layout("2026-05-04", "p").key != one.key)
        for day in [nil, "", "../../../x", "2026-5-4", "2026-05-04x", "20260504--"] {
            #expect(layout(day).day == "unknown")
        }
    }

    @Test func `facts have plain names, each once, and none of the path`() {
        #expect(Set(FactTable.all.map(\.name)).count == FactTable.all.count)
        #expect(FactTable.all.last?.name == "traces")
        for fact in FactTable.all {
            let names = (FactTable.constants + fact.columns.map(\.parquet)).map(\.name)
            #expect(Set(names).count == names.count && !names.contains("app") && !names.contains("day"), "\(fact.name)")
        }
    }
}
