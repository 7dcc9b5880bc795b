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
}
