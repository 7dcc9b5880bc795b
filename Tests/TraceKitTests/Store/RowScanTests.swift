import Testing

@testable import TraceKit

/// Rows that SQLite hands over one by one.
@Suite struct RowScanTests {
    private let database: Database

    init() throws {
        database = try Database.temporary()
        try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)")
        try database.execute("INSERT INTO t VALUES (3, 7, NULL), (1, NULL, 'x'), (2, -5, 1.5)")
    }

    @Test func `rows come by id, with what stands in their columns`() throws {
        var (rows, texts): ([[Int64]], [SQLValue]) = ([], [])
        try database.scan(["id", "a", "b"], of: "t", where: "id < 9") { row in
            rows.append([row.integer(0), row.integer(1), row.whole(1), row.isNull(1) ? 1 : 0, row.whole(2)])
            texts.append(row.value(2))
        }
        #expect(texts == [.text("x"), .real(1.5), .null])
        #expect(rows == [[1, 0, -1, 1, -1], [2, -5, -5, 0, -1], [3, 7, 7, 0, -1]])
    }

    @Test func `an index that somebody made changes nothing`() throws {
        try database.execute("CREATE INDEX theirs ON t (a, id, b)")
        var ids: [Int64] = []
        try database.scan(["id", "a"], of: "t", where: "a <> 9") { ids.append($0.integer(0)) }
        #expect(ids == [2, 3])
    }

    @Test func `an error ends the scan and is the one that was thrown`() throws {
        var rows = 0
        let error = #expect(throws: TraceError.self) {
            try database.scan(["id"], of: "t", where: "1") { row throws(TraceError) in
                rows += 1
                if row.integer(0) == 2 { throw TraceError(.input, "enough") }
            }
        }
        #expect(error?.diagnostic.message == "enough" && rows == 2)
        try database.scan(["id"], of: "t", where: "1") { _ in rows += 1 }
        #expect(rows == 5)
    }

    @Test func `one scan may run while another one does`() throws {
        var pairs: [[Int64]] = []
        try database.scan(["id"], of: "t", where: "id > 1") { outer throws(TraceError) in
            let id = outer.integer(0)
            try database.scan(["id"], of: "t", where: "id < 3") { inner in pairs.append([id, inner.integer(0)]) }
        }
        #expect(pairs == [[2, 1], [2, 2], [3, 1], [3, 2]])
    }

    @Test func `a column that does not exist is an error`() throws {
        #expect(throws: TraceError.self) { try database.scan(["no_such"], of: "t", where: "1") { _ in } }
    }
}
