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

    /// What a line lacks that would be one of a log with a date before it: `10:00:00.123 Sp App[42:3d] …`, one without
    /// any time, or without the type behind it. Nil for any other line.
    static func lackOfTime(_ line: ByteSlice) -> String? {
        guard line.count > 9, !LogTime.begins(line) else { return nil }
        let (text, date) = (Array(line.buffer), Array("2026-01-01 ".utf8))
        if isDigit(line[0]), isDigit(line[1]), line[2] == UInt8(ascii: ":") {
            if hasColumns(date + text) { return "their times have no date" }
            guard let space = line.firstIndex(of: 0x20) else { return nil }
            let typed = date + text[..<space] + Array(" Df ".utf8) + text[(space + 1)...]
            return hasColumns(typed) ? "their times have no date, and no type (Ty) stands behind them" : nil
        }
        return hasColumns(date + Array("00:00:00.000 ".utf8) + text) ? "they have no times" : nil
    }

    private static func hasColumns(_ line: [UInt8]) -> Bool {
        let padded = line + [UInt8](repeating: 0, count: ByteInput.padding)
        return padded.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { LogLine.hasColumns(ByteSlice($0, line.count)) } ?? false
        }
    }
}
