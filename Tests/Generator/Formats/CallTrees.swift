/// Writes what the profiler saw around the launch as call trees: stacks and how often each was seen, without times.
enum CallTrees {
    /// The half second around the launch, in which the before trace hangs.
    private static let window: Range<Nanoseconds> = 200_000_000..<700_000_000
    private static let period: Nanoseconds = 1_000_000

    /// The waiting main thread, leaf first.
    private static let idle = [
        Frame("mach_msg2_trap", .kernel), Frame("__CFRunLoopServiceMachPort", .coreFoundation),
        Frame("CFRunLoopRunSpecific", .coreFoundation), Frame("UIApplicationMain", .uiKit), Frame("main", .landmarks),
    ]

    /// Leaf first, one for each millisecond.
    private static func stacks(_ story: Story) -> [[Frame]] {
        let seen = story.samples.filter { window.contains($0.start) }.map(\.frames)
        let all = Int((window.upperBound - window.lowerBound) / period)
        return seen + [[Frame]](repeating: idle, count: max(0, all - seen.count))
    }

    // MARK: sample

    /// The file of `sample Landmarks`, with a second thread that waits.
    static func writeSample(_ story: Story, to path: String) throws(GeneratorFailure) {
        let tree = CallTree(stacks(story))
        let file = try OutputFile(creating: path)
        file.append(
            """
            Analysis of sampling Landmarks (pid \(story.trace.pid)) every 1 millisecond
            Process:         Landmarks [\(story.trace.pid)]
            Path:            \(Binary.landmarks.path)
            Load Address:    0x100000000
            Identifier:      com.example.Landmarks
            Version:         \(story.trace.build)
            Code Type:       ARM64
            Date/Time:       2026-03-02 09:30:00.200 +0000
            OS Version:      \(story.trace.os) (23B85)
            Analysis Tool:   /usr/bin/sample
            ----

            Call graph:
                \(tree.count) Thread_1001   DispatchQueue_1: com.apple.main-thread  (serial)

            """)
        for child in tree.children { write(child, depth: 0, to: file) }
        let wait = Frame("mach_msg2_trap", .kernel)
        file.append("    \(tree.count) Thread_1002: com.apple.uikit.eventfetch-thread\n")
        file.append("    + \(tree.count) \(place(wait))\n")
        file.append(
            """

            Total number in stack (recursive counted multiple, when >=5):

            Sort by top of stack, same collapsed (when >= 5):
                    mach_msg2_trap  (in libsystem_kernel.dylib)        \(tree.count)

            Binary Images:
                   0x100000000 -        0x1000fffff +com.example.Landmarks (\(story.trace.build)) \
            <5D0C0F1A-7A3B-4E0D-9F2C-6B1E8A4D2C11> \(Binary.landmarks.path)

            """)
        try file.finish()
    }

    private static func write(_ node: CallTree, depth: Int, to file: OutputFile) {
        file.append("    +\(String(repeating: " ", count: 1 + depth * 2))\(node.count) \(place(node.frame))\n")
        for child in node.children { write(child, depth: depth + 1, to: file) }
    }

    private static func place(_ frame: Frame) -> String {
        "\(frame.name)  (in \(frame.binary.rawValue)) + 64  [0x\(String(address(frame), radix: 16))]"
    }

    /// Some address in the frame's binary, the same for each name.
    private static func address(_ frame: Frame) -> UInt64 {
        let base: UInt64 = frame.binary == .landmarks ? 0x1_0000_0000 : 0x1_8000_0000
        return base + frame.name.utf8.reduce(17) { ($0 * 31 + UInt64($1)) % 0xF_0000 } + 64
    }

    // MARK: spindump, crash reports, collapsed stacks

    /// The text of spindump about the hang.
    static func writeSpindump(_ story: Story, to path: String) throws(GeneratorFailure) {
        let tree = CallTree(stacks(story).filter { $0 != idle })
        let file = try OutputFile(creating: path)
        file.append(
            """
            Date/Time:        2026-03-02 09:30:00.200 +0000
            OS Version:       \(story.trace.os) (23B85)
            Data Source:      Stackshots
            Command:          Landmarks
            Event:            hang
            Duration:         0.\(tree.count / 10)s
            Steps:            \(tree.count) (1ms sampling interval)

            Process:          Landmarks [\(story.trace.pid)]
            Path:             \(Binary.landmarks.path)
              Thread 0x3e9    DispatchQueue "com.apple.main-thread"(1)    \(tree.count) samples (1-\(tree.count))

            """)
        for child in tree.children { writeStep(child, depth: 0, to: file) }
        file.append(
            """
              Binary Images:
                       0x100000000 -        0x1000fffff  com.example.Landmarks \(story.trace.build) \
            <5D0C0F1A-7A3B-4E0D-9F2C-6B1E8A4D2C11> \(Binary.landmarks.path)

            """)
        try file.finish()
    }

    private static func writeStep(_ node: CallTree, depth: Int, to file: OutputFile) {
        file.append(
            """
            \(String(repeating: " ", count: 2 + depth * 2))\(node.count)  \(node.frame.name) + 64 \
            (\(node.frame.binary.rawValue) + 4096) [0x\(String(address(node.frame), radix: 16))]

            """)
        for child in node.children { writeStep(child, depth: depth + 1, to: file) }
    }

    /// The report of a launch that the watchdog ended.
    static func writeCrashReport(_ story: Story, to path: String) throws(GeneratorFailure) {
        let frames = stacks(story).first { $0 != idle } ?? idle
        let binaries = frames.reduce(into: [Binary]()) { if !$0.contains($1.binary) { $0.append($1.binary) } }
        let lines = frames.map { frame in
            """
            {"imageIndex":\(binaries.firstIndex(of: frame.binary) ?? 0),"imageOffset":4096,"symbol":"\(frame.name)"}
            """
        }
        let images = binaries.map { binary in
            """
            {"base":\(binary == .landmarks ? 4_294_967_296 : 6_442_450_944),"size":1048576,"name":"\(binary.rawValue)",\
            "path":"\(binary.path)"}
            """
        }
        let file = try OutputFile(creating: path)
        file.append(
            """
            {"app_name":"Landmarks","bug_type":"309","os_version":"iPhone OS 26.1 (23B85)","timestamp":"2026-03-02 09:30:20.00 +0000"}
            {"procName":"Landmarks","pid":\(story.trace.pid),"procPath":"\(Binary.landmarks.path)",
            "exception":{"type":"EXC_CRASH","signal":"SIGKILL"},
            "termination":{"code":2343432205,"namespace":"FRONTBOARD","details":["scene-create watchdog transgression: exhausted \
            real (wall clock) time allowance of 20.00 seconds"]},
            "threads":[{"triggered":true,"queue":"com.apple.main-thread","frames":[
            \(lines.joined(separator: ",\n"))]}],
            "usedImages":[\(images.joined(separator: ",\n"))]}

            """)
        try file.finish()
    }

    /// One line a stack, outermost first, as scripts for flame graphs fold them.
    static func writeCollapsed(_ story: Story, to path: String) throws(GeneratorFailure) {
        var counts: [(stack: String, count: Int)] = []
        for stack in stacks(story) {
            let text = stack.reversed().map(\.name).joined(separator: ";")
            if let place = counts.firstIndex(where: { $0.stack == text }) {
                counts[place].count += 1
            } else {
                counts.append((text, 1))
            }
        }
        let file = try OutputFile(creating: path)
        for (stack, count) in counts { file.append("\(stack) \(count)\n") }
        try file.finish()
    }
}

/// A frame, how often it was seen, and what it called, in the order in which it was first seen.
private struct CallTree {
    let frame: Frame
    private(set) var count = 0
    private(set) var children: [CallTree] = []

    private init(_ frame: Frame) { self.frame = frame }

    /// The tree above stacks, which are given leaf first.
    init(_ stacks: [[Frame]]) {
        self.init(Frame("", .landmarks))
        for stack in stacks { add(stack[...]) }
    }

    private mutating func add(_ stack: ArraySlice<Frame>) {
        count += 1
        guard let outermost = stack.last else { return }
        let place = children.firstIndex { $0.frame == outermost } ?? children.count
        if place == children.count { children.append(CallTree(outermost)) }
        children[place].add(stack.dropLast())
    }
}
