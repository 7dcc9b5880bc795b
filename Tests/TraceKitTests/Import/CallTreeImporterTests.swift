import Testing

@testable import TraceKit

/// Call trees without times: `sample`, spindump, crash reports of the watchdog, collapsed stacks.
@Suite struct CallTreeImporterTests {
    private func sample(_ tree: String, images: String = "", end: String = "\nBinary Images:\n") -> String {
        """
        Analysis of sampling Quay (pid 77) every 1 millisecond
        Process:         Quay [77]
        Path:            /Applications/Quay.app/Contents/MacOS/Quay
        ----

        Call graph:
        \(tree)
        \(end)\(images)
        """
    }

    private static let loop = """
            40 Thread_5   DispatchQueue_1: com.apple.main-thread  (serial)
            + 40 start  (in dyld) + 60  [0x180001000]
            +   40 __CFRunLoopRun  (in CoreFoundation) + 480  [0x190002000]
        """

    private func findings(_ text: String) throws -> [Finding] { try RuleTraces.findings(text) }

    @Test func `every sighting is a sample without a time`() throws {
        let records = try Traces.records(
            sample(
                Self.loop + "\n" + """
                        +     30 CraneList.body.getter  (in Quay) + 96  [0x100004000]  CraneList.swift:31
                        +     ! 12 Ledger.sum()  (in Quay) + 40  [0x100005000]
                        +     10 mach_msg2_trap  (in libsystem_kernel.dylib) + 8  [0x180003000]
                    """))
        #expect(records.samples.count == 40 && records.damage == nil && records.rejects.isEmpty)
        #expect(records.samples.allSatisfy { $0.start == UpdateColumns.untimed && $0.weight == 1_000_000 })
        #expect(records.samples.allSatisfy { $0.thread == NameID(.main) })
        let leaves = Dictionary(grouping: records.samples, by: \.stack).mapValues(\.count)
        #expect(leaves.values.sorted() == [10, 12, 18])
        #expect(records.metadata.durationNs == 40_000_000 && records.metadata.pid == 77)
    }

    @Test func `a busy main thread is a problem that names the app's code`() throws {
        let found = try findings(
            sample(Self.loop + "\n            +     30 CraneList.body.getter  (in Quay) + 96  [0x100004000]"))
        #expect(found.map(\.rule) == ["busy-capture"])
        #expect(found.first?.title == "The main thread is busy in CraneList.body")
    }

    @Test func `a wait in code that the app called is a problem, an idle run loop is none`() throws {
        let wait = try findings(
            sample(
                Self.loop + "\n" + """
                        +     40 Ledger.open()  (in Quay) + 96  [0x100004000]
                        +       40 _dispatch_semaphore_wait_slow  (in libdispatch.dylib) + 8  [0x180003000]
                        +         40 semaphore_wait_trap  (in libsystem_kernel.dylib) + 8  [0x180003100]
                    """))
        #expect(wait.map(\.title) == ["The main thread waits for a semaphore in Ledger.open()"])
        let idle = try findings(
            sample(Self.loop + "\n            +     40 mach_msg2_trap  (in libsystem_kernel.dylib) + 8  [0x180003000]"))
        #expect(idle.isEmpty)
    }

    @Test func `late time is of hangs and hitches, and the CPU of the main thread is what works in a capture`() throws {
        let store = try Traces.store(
            sample(Self.loop + "\n            +     30 CraneList.body.getter  (in Quay) + 96  [0x100004000]"))
        #expect(try store.rows("SELECT kind, duration_ms FROM stretches") == ["capture|40.0"])
        #expect(try store.rows("SELECT count(*) FROM late_time") == ["0"])
        #expect(
            try store.rows(
                "SELECT subject, duration_ms FROM stretch_parts WHERE witness = 'main-thread' AND subject IS NOT NULL")
                == ["CraneList.body|30.0"])
        #expect(try store.rows("SELECT sum(weight) FROM figure_rows WHERE figure = 'main_cpu_ms'") == ["40.0"])
    }

    @Test func `frames without names are listed for atos, with where their binary was loaded`() throws {
        let records = try Traces.records(
            sample(
                Self.loop + "\n            +     40 ???  (in Quay)  load address 0x100000000 + 0x4000  [0x100004000]",
                images:
                    "       0x100000000 -        0x1000fffff +com.example.Quay (1.0 - 1) <ABCD-01> /Applications/Quay.app/Contents/MacOS/Quay\n"
            ))
        let note = records.warnings.first { $0.message.contains("atos") }
        #expect(note?.message.contains("UUID ABCD-01") == true)
        #expect(note?.message.hasSuffix("Contents/Resources/DWARF/Quay -l 0x100000000 0x100004000") == true)
    }

    @Test func `a file that ends early is told, and callees cannot have more samples than their caller`() throws {
        let cut = try Traces.records(sample(Self.loop, end: ""))
        #expect(cut.damage?.message.contains("cut off") == true && cut.samples.count == 40)
        let more = try Traces.records(
            sample(Self.loop + "\n            +     41 Ledger.sum()  (in Quay) + 40  [0x100005000]"))
        #expect(more.rejects.map(\.kind) == [.outOfRange] && more.samples.count == 40)
    }

    @Test func `a stated hang is a hang of that length, and the samples are of it`() throws {
        let report = """
            Event:            hang
            Duration:         2.40s
            Steps:            24 (100ms sampling interval)

            Process:          Quay [77]
            Path:             /Applications/Quay.app/Contents/MacOS/Quay
              Thread 0x58    DispatchQueue "com.apple.main-thread"(1)    24 samples (1-24)
              24  __CFRunLoopRun + 480 (CoreFoundation + 8192) [0x190002000] 1-24
                22  Ledger.open() + 40 (Quay + 20480) [0x100005000] 1-22
                 *22  ??? (kernel + 77) [0xfffffe0001] 1-22
              Binary Images:
            """
        let records = try Traces.records(report)
        #expect(records.hangs.map(\.duration) == [2_400_000_000] && records.samples.count == 24)
        #expect(records.counters.count(.skippedKernelFrame) == 1)
        let found = try findings(report)
        #expect(found.map(\.rule) == ["hang-busy"] && found.first?.title.contains("Ledger.open()") == true)
    }

    @Test func `of crash reports those of the watchdog are read`() throws {
        func report(_ termination: String) -> String {
            """
            {"app_name":"Quay","bug_type":"309"}
            {"procName":"Quay","pid":77,"termination":{\(termination)},
            "threads":[{"queue":"com.apple.main-thread","frames":[{"imageIndex":0,"imageOffset":80,"symbol":"Ledger.open()"}]}],
            "usedImages":[{"base":4294967296,"size":65536,"name":"Quay","path":"/private/var/containers/Bundle/Application/X/Quay.app/Quay"}]}
            """
        }
        let watchdog = try Traces.records(
            report(#""code":2343432205,"details":["exhausted real (wall clock) time allowance of 19.50 seconds"]"#))
        #expect(watchdog.hangs.map(\.duration) == [19_500_000_000] && watchdog.samples.count == 1)
        #expect(throws: TraceError.self) { try Traces.records(report(#""code":11,"namespace":"SIGNAL""#)) }
    }

    @Test func `collapsed stacks are of the main thread where a program starts in them`() throws {
        let records = try Traces.records(
            "main;__CFRunLoopRun;Quay`CraneList.body.getter 12\nloader;mach_msg2_trap 5\nmain;__CFRunLoopRun 3\n")
        let main = records.samples.filter { $0.thread == NameID(.main) }
        #expect(main.count == 15 && records.samples.count == 20)
    }

    @Test func `counts that are no counts of samples are refused`() throws {
        let records = try Traces.records("main;a 12\nmain;b 999999999999\n")
        #expect(records.samples.count == 12 && records.rejects.map(\.kind) == [.outOfRange])
    }
}
