/// Examines the first rows of a file without a declared format, and decides which columns or keys hold which fields.
///
/// A column must have a title in `DeclaredField.ownTitles` and values that fit the field, because tables and JSON of
/// all sorts have a name, a date and a number. Nothing is chosen if the rows would be read the same way without it.
struct OwnRowSurvey {
    struct Value {
        enum Kind { case text, number, list, other }
        var kind = Kind.text
        var text = ""
    }

    struct Row {
        /// The offset of the row from the first byte examined.
        var offset = 0
        var values: [String: Value] = [:]

        func mapTexts(_ changed: (String) -> String) -> Row {
            Row(offset: offset, values: values.mapValues { Value(kind: $0.kind, text: changed($0.text)) })
        }
    }

    /// A column or key.
    private struct Key {
        let name: String
        let title: String
        let unit: DecimalTime.Unit?
    }

    private let rows: [Row]
    private let keys: [Key]
    /// The user's mapping, by field.
    private let mapped: [Field: Key]
    /// The field of a key in our formats.
    private let understood: (String) -> Field?
    private let isTable: Bool
    private var chosen: [Field: Key] = [:]
    private var result = OwnRows()
    /// Additional words about a column in the note.
    private var said: [Field: String] = [:]
    /// Fields whose key is in our formats but whose values are not.
    private var reread: FieldSet = []

    /// Chooses the columns or keys that hold fields. `names`: the columns or keys in order; `isTable`: they are
    /// columns. Returns nil if the rows are not own ones, or are understood anyway.
    static func choose(
        _ names: [String], _ rows: [Row], _ map: [String: String], isTable: Bool,
        understood: @escaping (String) -> Field?
    ) -> OwnRows? {
        guard !rows.isEmpty, names.count <= 1000, mayHaveViews(names, map) else { return nil }
        var survey = OwnRowSurvey(names, rows, map, isTable, understood)
        return survey.choose() ? survey.result : nil
    }

    /// Whether any name is a title of views, which most tables and JSON lack.
    static func mayHaveViews(_ names: some Sequence<String>, _ map: [String: String]) -> Bool {
        map["view"] != nil || names.contains { DeclaredField.isView(FieldHeading(own: $0[...]).title) }
    }

    private init(
        _ names: [String], _ rows: [Row], _ map: [String: String], _ isTable: Bool,
        _ understood: @escaping (String) -> Field?
    ) {
        (self.rows, self.understood, self.isTable) = (rows, understood, isTable)
        var (keys, mapped): ([Key], [Field: Key]) = ([], [:])
        let table = map.isEmpty ? nil : FieldTable()
        let map = map.sorted { $0.key < $1.key }
        for name in names {
            let trimmed = name[...].trimmingSpaces
            if let table, let (option, heading) = map.first(where: { $0.value[...].trimmingSpaces == trimmed }) {
                guard let column = CSVHeadings.mapped(0, heading, to: option, table) else { continue }
                mapped[column.field] = Key(name: name, title: "", unit: column.unit)
                continue
            }
            let heading = FieldHeading(own: trimmed)
            keys.append(Key(name: name, title: heading.title, unit: heading.unit))
        }
        (self.keys, self.mapped) = (keys, mapped)
    }

    /// The most rows that are examined.
    static let mostRows = 300

    /// The fields that are chosen, in the order of the note and of docs/formats.md.
    static let fields: [Field] = [
        .view, .start, .end, .duration, .event, .changed, .reason, .interaction,
    ]

    /// Whether a heading or key is a title of a field of updates or of their interaction.
    static func isTitle(_ name: String) -> Bool {
        let field = field(of: name)
        // Gestures and actions have many meanings.
        return field != nil && (field != .interaction || FieldHeading(own: name[...]).title == "interaction")
    }

    /// The field of updates for which a heading or key is used most often.
    static func field(of name: String) -> Field? {
        let title = FieldHeading(own: name[...]).title
        return fields.first { DeclaredField.ownTitles(of: $0).contains(title) }
    }

    // MARK: Choosing

    private mutating func choose() -> Bool {
        guard keys.contains(where: { isTitle($0, of: .view) }) || mapped[.view] != nil else { return false }
        chooseEvent()
        var bodies = rows.filter(isBody)
        guard !bodies.isEmpty, let isWeak = chooseView(bodies) else { return false }
        if result.areBodiesNamed { bodies = bodies.filter(isBody) }
        let starts = candidates(.start).filter(isStart)
        guard let start = mapped[.start] ?? starts.first(where: isMoment) ?? starts.first else { return false }
        chosen[.start] = start
        chosen[.duration] = mapped[.duration] ?? candidates(.duration).first { isDuration($0, bodies) }
        chosen[.end] = mapped[.end] ?? candidates(.end).first { isStart($0) && isMoment($0) == isMoment(start) }
        chosen[.changed] = mapped[.changed] ?? candidates(.changed).first(where: isText)
        chosen[.reason] = mapped[.reason] ?? candidates(.reason).first(where: isText)
        chosen[.interaction] = mapped[.interaction] ?? candidates(.interaction).first { isInteraction($0, bodies) }
        if chosen[.interaction] != nil { said[.interaction] = "one for each run of rows with the same value" }
        chosen[.message] = mapped[.message] ?? candidates(.message).first(where: isOfLines)
        said[.message] = "lines of the log, in rows without a view"
        settleUnits(bodies)
        guard isOfViews(isWeak: isWeak, bodies) else { return false }
        return finish()
    }

    /// The columns that may hold a field, except those chosen for another one; the more likely ones first.
    private func candidates(_ field: Field) -> [Key] {
        let titles = DeclaredField.ownTitles(of: field)
        let taken = Set(chosen.values.map(\.name))
        return keys.filter { isTitle($0, of: field) && !taken.contains($0.name) }
            .enumerated().sorted { left, right in
                let (first, second) = (rank(left.element, titles, field), rank(right.element, titles, field))
                return first == second ? left.offset < right.offset : first < second
            }.map(\.element)
    }

    private func rank(_ key: Key, _ titles: [String], _ field: Field) -> Int {
        // With a unit it is most often a duration.
        if field == .start, key.title == "time", key.unit != nil { return titles.count }
        return titles.firstIndex(of: key.title) ?? titles.count
    }

    private func isTitle(_ key: Key, of field: Field) -> Bool {
        guard field.valueType == .time || key.unit == nil else { return false }
        if field == .duration, key.unit != nil, ["view", "body", "view body"].contains(key.title) { return true }
        return DeclaredField.ownTitles(of: field).contains(key.title)
    }

    /// Chooses the column that says what a row is: its words name bodies, or interactions without a duration.
    private mutating func chooseEvent() {
        for key in mapped[.event].map({ [$0] }) ?? candidates(.event) where isText(key) {
            let words = rows.map { RowWords.normalised($0.values[key.name]?.text ?? "") }
            let interactions = words.indices.filter { RowWords.interaction(words[$0]) != nil }
            // Updates in our format have a `kind` too, such as `body`.
            if key.title == "kind", interactions.isEmpty { continue }
            let bodies = RowWords.bodies.first { list in words.contains { list.contains($0) } }
            if bodies == nil, interactions.isEmpty || interactions.contains(where: { hasDuration(rows[$0]) }) {
                continue
            }
            (chosen[.event], result.bodyWords) = (key, bodies ?? [])
            return
        }
    }

    private func hasDuration(_ row: Row) -> Bool {
        // The meaning of `time` is not known yet.
        let keys = candidates(.duration).filter { $0.title != "time" } + [mapped[.duration]].compactMap { $0 }
        return keys.contains { row.values[$0.name].map { !Self.isNothing($0) } ?? false }
    }

    private func isBody(_ row: Row) -> Bool {
        if result.areBodiesNamed { return chosen[.view].flatMap { row.values[$0.name] }.map(Self.isBodyName) ?? false }
        guard let words = result.bodyWords, let key = chosen[.event] else { return true }
        let word = RowWords.normalised(row.values[key.name]?.text ?? "")
        return words.contains(word) || words.isEmpty && RowWords.interaction(word) == nil && hasDuration(row)
    }

    /// Chooses the column of views, and returns whether its title has more common meanings; nil if there is no such
    /// column.
    private mutating func chooseView(_ bodies: [Row]) -> Bool? {
        if let key = mapped[.view] {
            chosen[.view] = key
            return false
        }
        for key in candidates(.view) {
            let names = bodies.compactMap { $0.values[key.name] }.filter { !Self.isNothing($0) }
            guard !names.isEmpty, names.allSatisfy({ $0.kind == .text }) else { continue }
            if chosen[.event] == nil, names.contains(where: Self.isBodyName) {
                chosen[.view] = key
                result.areBodiesNamed = true
                return false
            }
            let fitting = names.filter { ViewWords.isName($0.text) }.count
            guard fitting * 10 >= names.count * 9 else { continue }
            let isWeak = DeclaredField.weakViewTitles.contains(key.title) && !saysBody
            if isWeak, !ViewWords.areTypes(names.map(\.text)) { continue }
            chosen[.view] = key
            return isWeak
        }
        return nil
    }

    /// Whether a value names a body, such as `FeedRow.body`, as opposed to other intervals.
    private static func isBodyName(_ value: Value) -> Bool {
        value.kind == .text && OwnRows.isBodyName(value.text)
    }

    /// Whether the rows are about views: they have a view's name, a start, and a duration or an event.
    private func isOfViews(isWeak: Bool, _ bodies: [Row]) -> Bool {
        let hasLength = chosen[.duration] != nil || chosen[.end] != nil
        let lacksUnit = result.withoutUnit.contains { $0.field == .duration || $0.field == .end }
        let isBareUnit = FieldHeading.bareUnits.contains(chosen[.duration]?.title ?? "")
        if isWeak { return hasLength && !lacksUnit && !isBareUnit && areShort(bodies) }
        guard mapped[.view] == nil, !saysBody else { return true }
        // A column named `ms` may count anything, especially in whole numbers.
        if isBareUnit, let view = chosen[.view], let duration = chosen[.duration] {
            let isFraction = values(duration, bodies).contains { $0.text.contains { !$0.isNumber } }
            guard isFraction || ViewWords.areTypes(values(view, bodies).map(\.text)) else { return false }
        }
        return hasLength && areShort(bodies) || chosen[.changed] != nil || namesProperties(bodies)
    }

    /// Whether most reasons are SwiftUI's reasons for a body: `_query`, `@self`, or an appearance.
    private func namesProperties(_ bodies: [Row]) -> Bool {
        guard let key = chosen[.reason] else { return false }
        let items = values(key, bodies).flatMap { RowWords.items($0.text) }
        let known = items.filter { item in
            switch RowWords.reason(item) {
            case .creation, .parent: true
            case .changed(let property): property.hasPrefix("_") || property.hasPrefix("@")
            case .unknown: false
            }
        }
        return !items.isEmpty && known.count * 2 > items.count
    }

    /// Whether most durations are plausible for bodies: pages and films last longer.
    private func areShort(_ bodies: [Row]) -> Bool {
        var (count, short) = (0, 0)
        for row in bodies {
            guard let length = length(of: row) else { continue }
            count += 1
            if length < 5_000_000_000 { short += 1 }
        }
        return short * 2 >= count
    }

    private func length(of row: Row) -> Int64? {
        func time(_ field: Field) -> Int64? {
            chosen[field].flatMap { key in row.values[key.name].flatMap { self.time($0, key.unit, field) } }
        }
        if let duration = time(.duration) { return duration }
        guard let start = time(.start), let end = time(.end) else { return nil }
        return end.subtractingReportingOverflow(start).partialValue
    }

    /// Whether a column names view bodies. Events called `view` are most often page views.
    private var saysBody: Bool {
        if result.areBodiesNamed { return true }
        guard let key = chosen[.event] else { return false }
        return rows.contains { RowWords.normalised($0.values[key.name]?.text ?? "").contains("body") && isBody($0) }
    }

    // MARK: Values

    static func isNothing(_ value: Value) -> Bool {
        value.kind == .text && ByteSlice.with(value.text.utf8) { HumanQuantity.isNothing($0) }
    }

    /// The non-empty values of a column.
    private func values(_ key: Key, _ rows: [Row]) -> [Value] {
        rows.compactMap { $0.values[key.name] }.filter { !Self.isNothing($0) }
    }

    private func isText(_ key: Key) -> Bool {
        let values = values(key, rows)
        return !values.isEmpty && values.allSatisfy { $0.kind == .text || $0.kind == .list }
            && values.contains { !$0.text.allSatisfy { $0.isNumber || "-.+ ".contains($0) } || $0.kind == .list }
    }

    /// Whether a column names the user's action in which updates ran: by a word for an interaction, or under a heading
    /// that says so. Rows that are interactions themselves are the better source.
    private func isInteraction(_ key: Key, _ bodies: [Row]) -> Bool {
        guard isText(key), bodies.count == rows.count || !hasInteractionRows else { return false }
        let values = values(key, bodies).map(\.text)
        guard !values.isEmpty, values.allSatisfy({ $0.utf8.count <= 80 && $0.contains(where: \.isLetter) }) else {
            return false
        }
        return key.title.hasSuffix("interaction") || values.allSatisfy { RowWords.interaction(named: $0).isKnown }
    }

    /// Whether a column has texts in rows without a view. Rows of JSON lines without a view are not examined.
    private func isOfLines(_ key: Key) -> Bool {
        guard let view = chosen[.view] else { return false }
        if values(key, rows).isEmpty { return !isTable }
        let lines = rows.filter { $0.values[view.name].map(Self.isNothing) ?? true }
        return isText(key) && !values(key, lines).isEmpty
    }

    private var hasInteractionRows: Bool {
        guard let key = chosen[.event] else { return false }
        return rows.contains { row in
            !isBody(row) && RowWords.interaction(RowWords.normalised(row.values[key.name]?.text ?? "")) != nil
        }
    }

    private func time(_ value: Value, _ unit: DecimalTime.Unit?, _ field: Field) -> Int64? {
        guard value.kind == .text || value.kind == .number else { return nil }
        return ByteSlice.with(value.text.utf8) {
            (try? TimeText.value($0, unit: unit, field, allowsGroups: true))?.nanoseconds
        }
    }

    /// Whether all values are moments, or numbers that may be moments.
    private func isStart(_ key: Key) -> Bool {
        let values = values(key, rows)
        return !values.isEmpty
            && values.allSatisfy { value in
                (time(value, key.unit, .start) ?? time(value, .seconds, .start)).map { $0 >= 0 } ?? false
            }
    }

    /// Whether all values are dates, or count from 1970.
    private func isMoment(_ key: Key) -> Bool {
        values(key, rows).allSatisfy { time($0, key.unit, .start).map { $0 >= TimeText.firstWallClock } ?? false }
    }

    private func isDuration(_ key: Key, _ bodies: [Row]) -> Bool {
        let values = values(key, bodies)
        // Without a unit, `time` may have any meaning.
        let unit = key.title == "time" ? key.unit : key.unit ?? .seconds
        return !values.isEmpty && values.allSatisfy { time($0, unit, .duration).map { $0 >= 0 } ?? false }
    }

    // MARK: Units

    private mutating func settleUnits(_ bodies: [Row]) {
        if canOnlyBeSeconds(bodies) {
            for field in [Field.start, .end, .duration] {
                guard let key = chosen[field] else { continue }
                chosen[field] = Key(name: key.name, title: key.title, unit: .seconds)
                reread.insert(field)
            }
        }
        for field in [Field.start, .end, .duration] {
            guard let key = chosen[field] else { continue }
            if let unit = key.unit {
                said[field] = Self.words(unit)
                continue
            }
            let values = values(key, rows)
            let bare = values.filter { time($0, nil, field) == nil }
            // Zero needs no unit and says nothing about that of other values.
            let isAlone = values.allSatisfy { (time($0, nil, field) ?? 0) == 0 }
            if bare.isEmpty {
                said[field] = values.first.flatMap(moment)
            } else if field == .start, isAlone, areSeconds(key, bodies) {
                chosen[field] = Key(name: key.name, title: key.title, unit: .seconds)
                reread.insert(field)
                said[field] = "seconds"
            } else if isAlone {
                noteWithoutUnit(field, key, bare.first)
            }
        }
        guessUnits(bodies)
    }

    private mutating func noteWithoutUnit(_ field: Field, _ key: Key, _ first: Value?) {
        let offset = rows.first { $0.values[key.name]?.text == first?.text }?.offset ?? 0
        if result.withoutUnit.isEmpty || offset < result.firstWithoutUnit.offset {
            let value = String((first?.text ?? "").prefix(40))
            result.firstWithoutUnit = (result.withoutUnit.count, value, offset)
        }
        result.withoutUnit.append(TimeWithoutUnit(field: field, name: String(key.name[...].trimmingSpaces)))
    }

    /// Finds the most likely units of times without one, from the resulting durations of bodies.
    private mutating func guessUnits(_ bodies: [Row]) {
        let fields = Set(result.withoutUnit.map(\.field))
        guard !fields.isEmpty else { return }
        func number(_ field: Field, _ row: Row) -> Double? {
            chosen[field].flatMap { row.values[$0.name] }.flatMap { Double($0.text[...].trimmingSpaces) }
        }
        let lengths = bodies.compactMap { row -> Double? in
            if fields.contains(.duration) { return number(.duration, row) }
            guard fields.contains(.end), let start = number(.start, row) else { return nil }
            return number(.end, row).map { $0 - start }
        }
        let unit = TimeWithoutUnit.likelyUnit(ofLengths: lengths)
        let isApart = fields.contains(.duration) && chosen[.start].map { areSeconds($0, bodies, lengths: unit) } == true
        for index in result.withoutUnit.indices {
            let isMoment = result.withoutUnit[index].field != .duration
            result.withoutUnit[index].unit = isMoment && isApart ? .seconds : unit
        }
    }

    /// Whether times that all lack a unit are seconds: in milliseconds, no body would take even one, and the recording
    /// would last less than a tenth of a second, too short for any action.
    private func canOnlyBeSeconds(_ bodies: [Row]) -> Bool {
        let keys = [Field.start, .end, .duration].compactMap { chosen[$0] }
        guard keys.allSatisfy({ $0.unit == nil }), let start = chosen[.start] else { return false }
        func numbers(_ key: Key) -> [Double]? {
            let values = values(key, bodies)
            let numbers = values.compactMap { Double($0.text[...].trimmingSpaces) }
            return numbers.count == values.count ? numbers : nil
        }
        guard let starts = numbers(start), starts.count >= Self.fewestBodies, let first = starts.min(),
            let last = starts.max(), last - first < 100,
            starts.count(where: { $0 != $0.rounded() }) * 2 > starts.count
        else { return false }
        if let key = chosen[.duration] {
            guard let lengths = numbers(key), let longest = lengths.max() else { return false }
            return longest > 0 && longest < 1
        }
        guard let key = chosen[.end], let ends = numbers(key), ends.count == starts.count else { return false }
        return zip(starts, ends).allSatisfy { $1 - $0 < 1 }
    }

    /// The fewest bodies whose times reveal their unit.
    private static let fewestBodies = 8

    private static func words(_ unit: DecimalTime.Unit) -> String {
        switch unit {
        case .nanoseconds: "ns"
        case .microseconds: "µs"
        case .milliseconds: "ms"
        case .seconds: "seconds"
        }
    }

    /// Describes how a moment that needs no unit is written.
    private func moment(_ value: Value) -> String? {
        guard value.text.allSatisfy({ $0.isNumber || $0 == "." }), let time = time(value, nil, .start) else {
            return nil
        }
        for unit in [DecimalTime.Unit.seconds, .milliseconds, .microseconds, .nanoseconds]
        where DecimalTime.nanoseconds(value.text, unit: unit) == time {
            return "\(Self.words(unit)) since 1970"
        }
        return nil
    }

    /// Whether starts without a unit are seconds: they have fractions, and bodies of known duration overlap if they are
    /// milliseconds but not if they are seconds.
    private func areSeconds(_ key: Key, _ bodies: [Row], lengths: DecimalTime.Unit? = nil) -> Bool {
        guard let length = chosen[.duration],
            bodies.contains(where: { $0.values[key.name]?.text.contains(".") ?? false })
        else { return false }
        let threads = keys.first { $0.title == "thread" }
        let lane = threads.flatMap { bodies.first?.values[$0.name]?.text }
        var spans: [(start: Int64, duration: Int64)] = []
        var digits = 0
        for row in bodies where threads.flatMap({ row.values[$0.name]?.text }) == lane {
            guard let start = row.values[key.name], let took = row.values[length.name] else { continue }
            guard let first = time(start, .seconds, .start),
                let duration = time(took, length.unit ?? lengths, .duration)
            else {
                continue
            }
            spans.append((first, duration))
            digits = max(
                digits, start.text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.count ?? 0
            )
        }
        spans.sort { $0 < $1 }
        // Starts may be rounded to their last digit.
        let rounding = (0..<min(digits, 9)).reduce(1_000_000_000) { value, _ in value / 10 }
        return !Self.overlap(spans, rounding)
            && Self.overlap(spans.map { ($0.start / 1000, $0.duration) }, rounding / 1000)
    }

    private static func overlap(_ spans: [(start: Int64, duration: Int64)], _ rounding: Int) -> Bool {
        zip(spans, spans.dropFirst()).contains { first, second in
            first.start.addingSaturating(first.duration) > second.start.addingSaturating(Int64(rounding))
        }
    }

    // MARK: The result

    /// Completes the result. Returns whether it changes how the rows are read.
    private mutating func finish() -> Bool {
        if let key = chosen[.changed],
            values(key, rows).contains(where: { $0.kind == .text && (!isTable || $0.text.contains(",")) })
        {
            reread.insert(.changed)
        }
        for (field, key) in chosen {
            // Only own rows have keys inside objects.
            let isInner = !isTable && key.name.contains(".")
            let isOwn = mapped[field]?.name != key.name && (understood(key.name) != field || reread.contains(field))
            guard isInner || isOwn else { continue }
            result.columns.append(OwnRows.Column(field: field, name: key.name, unit: key.unit))
        }
        // Our formats have no field for these.
        let isTold = [Field.reason, .interaction].contains { mapped[$0] != nil }
        guard !result.columns.isEmpty || result.bodyWords != nil || !result.withoutUnit.isEmpty || isTold else {
            return false
        }
        if result.bodyWords != nil {
            for key in candidates(.name) where understood(key.name) != .name {
                result.columns.append(OwnRows.Column(field: .name, name: key.name))
            }
        }
        let used = Set(result.columns.map(\.name) + chosen.values.map(\.name))
        for key in keys where !used.contains(key.name) {
            if let field = understood(key.name) {
                if !fits(key, field) { result.unfit.insert(key.name) }
            } else if Self.isTitle(key.name),
                !(key.name.contains(".") && DeclaredField.weakViewTitles.contains(key.title))
            {
                // Objects of all sorts have a name.
                result.unread.append(key.name)
            }
        }
        // The order must not depend on the dictionary.
        result.hasEnds = chosen[.end] != nil
        result.columns = result.columns.sorted { ($0.field.rawValue, rank($0)) < ($1.field.rawValue, rank($1)) }
        result.note = note
        return true
    }

    private func rank(_ column: OwnRows.Column) -> Int { keys.firstIndex { $0.name == column.name } ?? keys.count }

    private var note: String {
        let parts = (Self.fields + [.message]).compactMap { field in
            chosen[field].map { key in
                let name = String(key.name[...].trimmingSpaces).prefix(40)
                // A unit in brackets is part of the name.
                let unit = name.hasSuffix(")") || name.hasSuffix("]") ? nil : said[field]
                return "\(field.key) = \(name)\(unit.map { " (\($0))" } ?? "")"
            }
        }
        return "rows of your own, read as: \(parts.joined(separator: ", ")). To correct that, name a field: "
            + "--map \(correction ?? "FIELD=\(isTable ? "HEADING" : "KEY")")"
    }

    /// The options that undo the least certain choices; nil if all are certain.
    private var correction: String? {
        // Only the times themselves show that they are seconds.
        let options = [Field.start, .end, .duration].filter(reread.contains).compactMap { field in
            chosen[field].map { ShellWord.quote("\(field.key)_ms=\($0.name[...].trimmingSpaces)") }
        }
        return options.isEmpty ? nil : options.joined(separator: " --map ")
    }

    /// Whether the values of a key in our format fit its field.
    private func fits(_ key: Key, _ field: Field) -> Bool {
        let values = values(key, rows)
        switch field.valueType {
        case .id:
            let ids = values.map(\.text)
            return ids.allSatisfy { UInt64($0) != nil } && (field != .id || Set(ids).count == ids.count)
        case .integer: return values.allSatisfy { Int64($0.text) != nil }
        case .ids:
            return values.allSatisfy { $0.kind == .list || $0.text.allSatisfy { $0.isNumber || "; ".contains($0) } }
        case .time: return values.allSatisfy { time($0, .seconds, field) != nil }
        case .bool, .stack: return false
        case .names: return values.allSatisfy { $0.kind == .list }
        case .name: break
        }
        let words: [String]
        switch field {
        case .kind: words = UpdateKind.allCases.map(\.word)
        case .phase: words = UpdatePhase.allCases.map(\.word)
        default: return values.allSatisfy { $0.kind == .text || $0.kind == .number }
        }
        return values.allSatisfy { words.contains($0.text) }
    }
}
