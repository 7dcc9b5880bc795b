/// What `log show --style compact --signpost` prints of the same app: a begin and an end of every body update and
/// every signpost. The number of records asked for is the number of lines.
///
/// Left out, since a log has no place for it: interactions, causes, edges, hitches, instances, phases, changed
/// properties, updates that are no bodies, checks; of times all below a millisecond.
enum SignpostWriter {
    static func write(_ catalogue: BenchCatalogue, _ size: BenchSize, seed: UInt64, to out: ByteWriter) {
        out.append("Timestamp               Ty Process[PID:TID]\n")
        var left = size.records
        var stream = BenchStream(catalogue, seed: seed)
        while left > 0, out.count < size.bytes, out.failure == nil {
            let record = stream.next()
            let isBody = record.kind == .update && record.phase != .check && catalogue.views[record.name].kind == .body
            guard isBody || record.kind == .signpost else { continue }
            line(record, at: record.start, isBegin: true, catalogue, to: out)
            left -= 1
            guard left > 0, let duration = record.duration else { continue }
            line(record, at: record.start + duration, isBegin: false, catalogue, to: out)
            left -= 1
        }
    }

    @inline(__always)
    private static func line(
        _ record: BenchRecord, at time: UInt64, isBegin: Bool, _ catalogue: BenchCatalogue, to out: ByteWriter
    ) {
        clock(time, to: out)
        let isBody = record.kind == .update
        out.append(
            isBody
                ? " Sp Landmarks[4242:2665b1] [com.example.landmarks:bodies] [spid "
                : " Sp Landmarks[4242:2665b1] [com.example.landmarks:performance] [spid ")
        if isBody || record.signpostID == nil {
            out.append("excl")
        } else {
            out.append("0x")
            hexadecimal(record.signpostID ?? 0, to: out)
        }
        out.append(isBegin ? ", process, begin] " : ", process,   end] ")
        out.append(isBody ? catalogue.views[record.name].name : catalogue.signposts[record.name])
        out.append(isBody ? ".body\n" : "\n")
    }

    /// The recording began on 4 May 2026 at 09:31:07.482; it may go on until the end of that month.
    @inline(__always)
    private static func clock(_ time: UInt64, to out: ByteWriter) {
        let milliseconds = time / 1_000_000 + ((9 * 60 + 31) * 60 + 7) * 1_000 + 482
        let seconds = milliseconds / 1_000
        out.append("2026-05-")
        out.append(4 + seconds / 86_400, digits: 2)
        out.append(" ")
        out.append(seconds / 3_600 % 24, digits: 2)
        out.append(":")
        out.append(seconds / 60 % 60, digits: 2)
        out.append(":")
        out.append(seconds % 60, digits: 2)
        out.append(".")
        out.append(milliseconds % 1_000, digits: 3)
    }

    private static func hexadecimal(_ number: UInt64, to out: ByteWriter) {
        var shift = max(0, (63 - number.leadingZeroBitCount) / 4 * 4)
        while shift >= 0 {
            let digit = UInt8(number >> UInt64(shift) & 15)
            out.append(byte: digit < 10 ? 0x30 + digit : 0x57 + digit)
            shift -= 4
        }
    }
}
