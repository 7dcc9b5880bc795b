/// An indented tree with columns of sums before it.
enum TextChains {
    /// A column of sums, with its priority on a narrow page.
    private struct SumColumn {
        let title: String
        let width: Int
        let drop: Int
        let cell: @Sendable (ChainTree.Sums) -> String
    }

    private static let unknown = "–"

    private static let columns = [
        SumColumn(title: "Updates", width: 7, drop: 0) { Decimal.grouped($0.updates) },
        SumColumn(title: "Unnec.", width: 8, drop: 1) {
            $0.isWasteKnown ? Decimal.grouped($0.unnecessary) : unknown
        },
        SumColumn(title: "Wasted ms", width: 9, drop: 0) {
            $0.isWasteKnown ? Decimal.text($0.wastedMs, digits: 2) : unknown
        },
        SumColumn(title: "Total ms", width: 9, drop: 2) { Decimal.text($0.totalMs, digits: 2) },
        SumColumn(title: "Red", width: 4, drop: 3) { Decimal.grouped($0.red) },
        SumColumn(title: "Orange", width: 6, drop: 4) { Decimal.grouped($0.orange) },
    ]
    /// The shortest width of a name before columns are dropped.
    private static let smallest = 28
    private static let gap = 2
    /// The most steps drawn per requested root, which keeps the tree readable.
    private static let stepsPerRoot = 20

    static func render(_ tree: ChainTree, _ options: RenderOptions) -> String {
        let input = options.isOneOfSeveral ? TextLine.labelled("Input", options.input.words, options) : []
        if tree.nodes.isEmpty {
            let inferred = inferred(tree, options)
            let none = inferred.isEmpty ? ["no chain of causes matches"] : ["no recorded chain of causes matches"]
            return TextPage.text(input + none + inferred, options)
        }
        let shown = tree.roots.prefix(options.top)
        var text = "\(Decimal.counted(tree.chains, "chain")) of causes"
        if shown.count < tree.rootCount { text += ", the \(shown.count) costliest of \(tree.rootCount) roots" }
        var lines = input + TextLine.wrap("\(text), by wasted time", width: options.width, indent: 2, options)
        if let next = next(tree, options) { lines += TextLine.next(next, options) }
        let columns = fitting(tree, shown, options)
        let header = join(columns.map { ($0.title, $0.width) }) + "Chain"
        lines += ["", TextLine.paint(header, .dim, options)]
        let drawn = drawn(tree, roots: Array(shown), limit: options.top * stepsPerRoot)
        for root in shown { lines += self.lines(tree, root, drawn, columns, options) }
        return TextPage.text(lines + inferred(tree, options), options)
    }

    /// The inferred causes of updates without a chain.
    private static func inferred(_ tree: ChainTree, _ options: RenderOptions) -> [String] {
        guard !tree.inferred.isEmpty else { return [] }
        let head =
            """
            Inferred from the order of evaluations, in the whole trace; runs: those of the cause with the view, of all \
            bursts with it
            """
        let table = TextTable(
            [
                ReportColumn("link", "Link", .name, smallest: smallest), ReportColumn("pace", "Recurs", .text, drop: 2),
                ReportColumn("runs", "Runs", .text), ReportColumn("updates", "Updates", .count),
                ReportColumn("total", "Total ms", .milliseconds, drop: 1),
            ],
            tree.inferred.map { link in
                [
                    .text(link.path), .text(link.recurrence.often), .text(link.share), SQLValue(link.updates),
                    link.totalMs > 0 ? .real(link.totalMs) : .null,
                ]
            }, options)
        var lines = [""] + TextLine.wrap(head, width: options.width, indent: 2, options) + table.head()
        for row in tree.inferred.indices { lines += table.row(row) }
        let rest = tree.inferredCount - tree.inferred.count
        if rest > 0 { lines.append("… \(Decimal.counted(rest, "more link"))") }
        return lines
    }

    /// The columns that leave room for names, as wide as their numbers.
    private static func fitting(
        _ tree: ChainTree, _ roots: ArraySlice<Int>, _ options: RenderOptions
    ) -> [SumColumn] {
        var columns = self.columns.map { column in
            let widest = roots.reduce(column.width) { max($0, TextWidth.of(column.cell(tree.nodes[$1].sums))) }
            return SumColumn(title: column.title, width: widest, drop: column.drop, cell: column.cell)
        }
        while columns.reduce(0, { $0 + $1.width + gap }) + smallest > options.tableWidth,
            let last = columns.indices.max(by: { columns[$0].drop < columns[$1].drop }), columns[last].drop > 0
        {
            columns.remove(at: last)
        }
        return columns
    }

    private static func join(_ cells: [(text: String, width: Int)]) -> String {
        cells.map {
            TextWidth.pad($0.text, to: $0.width, rightAligned: true) + String(repeating: " ", count: gap)
        }.joined()
    }

    /// The costliest steps below these roots. No step costs more than its parent, which comes before it.
    private static func drawn(_ tree: ChainTree, roots: [Int], limit: Int) -> Set<Int> {
        typealias Step = (wasted: Double, total: Double, index: Int)
        func step(_ index: Int) -> Step {
            let sums = tree.nodes[index].sums
            return (sums.wastedMs, sums.totalMs, index)
        }
        var open = Heap<Step> { left, right in
            if left.wasted != right.wasted { return left.wasted > right.wasted }
            return left.total != right.total ? left.total > right.total : left.index < right.index
        }
        for root in roots { open.insert(step(root)) }
        var drawn = Set(roots)
        for _ in 0..<limit {
            guard let next = open.popFirst() else { break }
            drawn.insert(next.index)
            for child in tree.children(of: next.index) { open.insert(step(child)) }
        }
        return drawn
    }

    private static func lines(
        _ tree: ChainTree, _ root: Int, _ drawn: Set<Int>, _ columns: [SumColumn], _ options: RenderOptions
    ) -> [String] {
        func line(_ name: String, _ sums: ChainTree.Sums, _ depth: Int) -> String {
            let sums = join(columns.map { ($0.cell(sums), $0.width) })
            let room = options.tableWidth - TextWidth.of(sums)
            // Deep levels are not indented further if names would have no room.
            let depth = min(depth, 24, max(1, (room - 16) / 2))
            let branch = depth == 0 ? "" : String(repeating: "  ", count: depth - 1) + "└ "
            return sums + branch + options.fit(name, room - TextWidth.of(branch))
        }
        /// A line below a name, as wide as names.
        func mark(_ text: String, _ depth: Int) -> String {
            let margin = columns.reduce(0) { $0 + $1.width + gap } + 2 * min(depth, 24)
            return String(repeating: " ", count: margin) + options.fit(text, max(16, options.tableWidth - margin))
        }
        var lines: [String] = []
        let first = tree.nodes[root].depth
        /// A step, or the count of its omitted children.
        var open: [(step: Int, isRest: Bool)] = [(root, false)]
        while let (index, isRest) = open.popLast() {
            let node = tree.nodes[index]
            let children = tree.children(of: index)
            let rest = children.filter { !drawn.contains($0) }
            if isRest {
                var sums = ChainTree.Sums()
                for child in rest { sums.add(tree.nodes[child].sums) }
                lines.append(line("… \(Decimal.grouped(rest.count)) more", sums, node.depth - first + 1))
                continue
            }
            lines.append(line(options.shown(node.name), node.sums, node.depth - first))
            if let recurrence = tree.recurring[index] {
                lines.append(mark("recurs \(recurrence.often)", node.depth - first))
            }
            if node.rounds > 0 {
                lines.append(mark("a loop of \(Decimal.grouped(node.rounds)) rounds, drawn once", node.depth - first))
            }
            if !rest.isEmpty { open.append((index, true)) }
            open += children.filter(drawn.contains).reversed().map { ($0, false) }
        }
        return lines
    }

    /// The view at the end of the costliest chain.
    private static func next(_ tree: ChainTree, _ options: RenderOptions) -> String? {
        guard var index = tree.roots.first else { return nil }
        while let child = tree.children(of: index).first { index = child }
        let suffix = ".body"
        guard tree.nodes[index].name.hasSuffix(suffix) else { return nil }
        let view = String(tree.nodes[index].name.dropLast(suffix.count))
        return options.input.command("report", [.init("view", view)])
    }
}

extension InferredLink {
    /// `40 of 41`
    fileprivate var share: String { "\(Decimal.grouped(runs)) of \(Decimal.grouped(bursts))" }
}
