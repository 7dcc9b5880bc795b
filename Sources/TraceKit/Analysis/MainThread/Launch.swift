/// The launch of a process, from its start to its first frame.
struct Launch {
    let span: Range<Int64>
    let owner: NameID
    /// The longest of its phases, where the source has these.
    var phase: (name: NameID, nanoseconds: Int64)?

    /// One of each process, from the phases of a launch that Instruments records; else those that lines tell of, of which a log
    /// may have several.
    static func all(_ records: TraceRecords, _ scope: ProcessScope) -> [Launch] {
        let phases = ofPhases(records, scope)
        let told = ofLines(records, scope).filter { line in !phases.contains { $0.owner == line.owner } }
        return (phases + told).sorted {
            ($0.span.lowerBound, $0.owner.rawValue) < ($1.span.lowerBound, $1.owner.rawValue)
        }
    }

    private static let words = ["Initializing - ", "Launching - "]

    private static func ofPhases(_ records: TraceRecords, _ scope: ProcessScope) -> [Launch] {
        var launches: [NameID: Launch] = [:]
        var isPhase: [NameID: Bool] = [:]
        for phase in records.signposts where phase.duration >= 0 && !scope.isOther(phase.process) {
            let isOne =
                isPhase[phase.name]
                ?? {
                    let text = records.names.text(phase.name) ?? ""
                    return words.contains { text.hasPrefix($0) }
                }()
            isPhase[phase.name] = isOne
            guard isOne else { continue }
            let owner = scope.owner(phase.process)
            let end = phase.start.addingSaturating(phase.duration)
            var launch = launches[owner] ?? Launch(span: phase.start..<end, owner: owner)
            launch = Launch(
                span: min(launch.span.lowerBound, phase.start)..<max(launch.span.upperBound, end), owner: owner,
                phase: launch.phase)
            if phase.duration > launch.phase?.nanoseconds ?? -1 { launch.phase = (phase.name, phase.duration) }
            launches[owner] = launch
        }
        return Array(launches.values)
    }

    /// `App launch took 880 ms`, written when it was over.
    private static func ofLines(_ records: TraceRecords, _ scope: ProcessScope) -> [Launch] {
        var launches: [NameID: [Launch]] = [:]
        for line in records.logs where line.start >= 0 && !line.view.isPresent && !scope.isOther(line.process) {
            let message = records.names.bytes(of: line.message)
            guard message.count <= longestLine, tellsOfLaunch(message) else { continue }
            guard let duration = LogTemplate(message).duration, duration > 0 else { continue }
            let owner = scope.owner(line.process)
            let begin = line.start - min(line.start, duration)
            let launch = Launch(span: begin..<max(line.start, min(line.start, duration)), owner: owner)
            // Two lines may tell of one launch; the first says how long it took.
            if let last = launches[owner]?.last, last.span.upperBound > begin { continue }
            launches[owner, default: []].append(launch)
        }
        return launches.values.flatMap(\.self)
    }

    private static let longestLine = 200

    private static func tellsOfLaunch(_ message: UnsafeBufferPointer<UInt8>) -> Bool {
        // Most lines have none of these letters in a row.
        guard message.containsText("unch") || message.containsText("first frame") else { return false }
        let text = String(decoding: message, as: UTF8.self).lowercased()
        return [
            "app launch took", "launch took ", "launched in ", "cold launch ", "time to first frame", "launch time",
        ]
        .contains { text.contains($0) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func containsText(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard length > 0, count >= length else { return false }
        return (0...(count - length)).contains { place in
            (0..<length).allSatisfy { self[place + $0] == text.utf8Start[$0] }
        }
    }
}
