/// The shown forms of xctrace's numbers, and made-up addresses that are the same in every run.
enum XctraceNumbers {
    /// `00:01.372.158`: minutes, seconds, milliseconds, microseconds; nanoseconds are cut off.
    static func time(_ time: Nanoseconds) -> String {
        let minutes = padded(time / 60_000_000_000, to: 2)
        let seconds = padded(time / 1_000_000_000 % 60, to: 2)
        let milliseconds = padded(time / 1_000_000 % 1_000, to: 3)
        return "\(minutes):\(seconds).\(milliseconds).\(padded(time / 1_000 % 1_000, to: 3))"
    }

    /// `833 ns`, `74.33 µs`, `21.78 ms`, `2.08 s`, `102479704.18 min`.
    static func duration(_ duration: Nanoseconds) -> String {
        switch duration {
        case ..<1_000: "\(duration) ns"
        case ..<1_000_000: hundredths(duration, of: 1_000) + " µs"
        case ..<1_000_000_000: hundredths(duration, of: 1_000_000) + " ms"
        case ..<60_000_000_000: hundredths(duration, of: 1_000_000_000) + " s"
        default: hundredths(duration, of: 60_000_000_000) + " min"
        }
    }

    /// Seconds with microseconds, as the table of contents gives the length of a recording.
    static func seconds(_ duration: Nanoseconds) -> String {
        "\(duration / 1_000_000_000).\(padded(duration / 1_000 % 1_000_000, to: 6))"
    }

    static func loadAddress(of binary: Binary) -> UInt64 {
        let pages = digest(of: binary.rawValue) % 0x8000 * 0x4000
        return (binary == .landmarks ? 0x1_0000_0000 : 0x1_9000_0000) + pages
    }

    static func address(of frame: Frame) -> UInt64 {
        loadAddress(of: frame.binary) + 0x4000 + digest(of: frame.name) % 0x40_0000 * 4
    }

    static func uuid(of binary: Binary) -> String {
        var random = SeededRandom(seed: digest(of: binary.rawValue))
        let digits = Array(hexadecimal(random.next()) + hexadecimal(random.next()))
        let parts = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
        return parts.map { String($0) }.joined(separator: "-")
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        padded(String(number, radix: 16, uppercase: true), to: 16)
    }

    /// Two decimals, rounded half up.
    private static func hundredths(_ number: UInt64, of unit: UInt64) -> String {
        let rest = (number % unit * 100 + unit / 2) / unit
        return "\(number / unit + rest / 100).\(padded(rest % 100, to: 2))"
    }

    /// FNV-1a; Swift's own hash values differ from run to run.
    private static func digest(of text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// A number in decimal, with leading zeros up to `width`.
func padded(_ number: UInt64, to width: Int) -> String { padded(String(number), to: width) }

func padded(_ digits: String, to width: Int) -> String {
    let missing = width - digits.utf8.count
    return missing > 0 ? String(repeating: "0", count: missing) + digits : digits
}
