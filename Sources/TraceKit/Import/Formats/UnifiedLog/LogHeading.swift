/// Lines that `log` writes around its records; where captures are joined they stand anywhere.
enum LogHeading {
    static func isHeading(_ line: ByteSlice) -> Bool {
        isBanner(line) || isColumns(line) || isTotal(line) || line.hasPrefix("Skipping info and debug messages")
            || line.hasPrefix("Skipping debug messages")
    }

    /// `Filtering the log data using "subsystem == …"`, which `log stream` begins with in every style.
    static func isBanner(_ line: ByteSlice) -> Bool { line.hasPrefix("Filtering the log data using ") }

    /// The headings of the columns; each style has its own.
    static func isColumns(_ line: ByteSlice) -> Bool {
        guard line.hasPrefix("Timestamp  ") else { return false }
        var rest = line.dropFirst(11)
        while rest.count > 0, rest[0] == 0x20 { rest = rest.dropFirst(1) }
        return rest.hasPrefix("Ty Process[PID:TID]") || rest.hasPrefix("Thread  ") || rest.hasPrefix("(process)[PID]")
    }

    /// What `log show` ends with in the default style.
    private static func isTotal(_ line: ByteSlice) -> Bool {
        line.hasPrefix("----------------------------------------") || line.hasPrefix("Log      - Default:")
            || line.hasPrefix("Activity - Create:")
    }

    /// What a line lacks that would be one of a log with a date before it: `10:00:00.123 Sp App[42:3d] …`, or one without
    /// any time. Nil for any other line.
    static func lackOfTime(_ line: ByteSlice) -> String? {
        guard line.count > 9, !LogTime.begins(line) else { return nil }
        if isDigit(line[0]), isDigit(line[1]), line[2] == UInt8(ascii: ":") {
            return isRecord(line, behind: "2026-01-01 ") ? "their times have no date" : nil
        }
        return isRecord(line, behind: "2026-01-01 00:00:00.000 ") ? "they have no times" : nil
    }

    private static func isRecord(_ line: ByteSlice, behind start: String) -> Bool {
        let dated = Array(start.utf8) + Array(line.buffer) + [UInt8](repeating: 0, count: ByteInput.padding)
        return dated.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { LogLine.isRecord(ByteSlice($0, buffer.count - ByteInput.padding)) } ?? false
        }
    }
}
