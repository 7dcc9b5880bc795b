/// What is packed, and recordings of Instruments: any bytes are read or refused, in bounded time and memory.
extension FuzzTargets {
    static let packed = [
        FuzzTarget(name: "inflate", summary: "deflate, zlib and gzip: unpacked or refused, in any pieces alike") {
            bytes in
            inflate(Array(bytes))
        },
        FuzzTarget(name: "zip", summary: "zip files: their list and their parts are read or refused") { bytes in
            readZip(bytes)
        },
        FuzzTarget(
            name: "plist", summary: "property lists: any object can be asked for, and nothing goes round for ever"
        ) {
            readPlist(Array($0))
        },
        FuzzTarget(name: "bundle", summary: "a recording of any files to analysed records") { readBundle(Array($0)) },
    ]

    // MARK: Packed bytes

    private static func inflate(_ bytes: [UInt8]) {
        let packings: [UnpackedStream.Packing] = [.gzip, .zlib, .deflate(crc: 0, count: 1 << 20)]
        for packing in packings {
            func outcome(room: Int) -> (Int, UInt32, String) {
                var (count, crc) = (0, CRC32())
                let target = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
                defer { target.deallocate() }
                do throws(TraceError) {
                    let stream = UnpackedStream(MemoryStream(bytes), packing, name: "x")
                    while count < 1 << 22, case let got = try stream.read(to: target, room), got > 0 {
                        crc.update(UnsafeBufferPointer(start: UnsafePointer(target), count: got))
                        count += got
                    }
                    return (count, crc.value, "")
                } catch {
                    if error.kind != .input { fault(error.diagnostic.text) }
                    return (0, 0, "refused")
                }
            }
            let whole = outcome(room: 1 << 16)
            guard whole.0 < 1 << 20, outcome(room: 61) != whole else { continue }
            fault("in small pieces something else is unpacked")
        }
    }

    private static func readZip(_ bytes: FuzzBytes) {
        guard let file = OpenFile.temporary(named: "x"),
            write(file.descriptor, bytes.baseAddress, bytes.count) == bytes.count
        else { return }
        do throws(TraceError) {
            let archive = try ZipArchive(file)
            for member in archive.members.prefix(16) {
                do throws(TraceError) {
                    _ = try archive.open(member).readAll(limit: 1 << 20, "x")
                } catch {
                    if error.kind != .input { fault(error.diagnostic.text) }
                }
            }
            _ = try ZipContent(archive)
        } catch {
            if error.kind != .input { fault(error.diagnostic.text) }
        }
    }

    // MARK: Recordings

    private static func readPlist(_ bytes: [UInt8]) {
        do throws(TraceError) {
            if BinaryPlist.isOne(bytes) {
                let plist = try BinaryPlist(bytes, name: "x")
                for index in 0..<min(plist.count, 64) { _ = try? plist.object(index) }
                var left = 2000
                walk(try KeyedArchive(bytes, name: "x").root, depth: 0, &left)
            } else {
                _ = try XMLPlist.read(bytes, name: "x")
            }
        } catch {
            if error.kind != .input { fault(error.diagnostic.text) }
        }
    }

    private static func walk(_ node: KeyedArchive.Node, depth: Int, _ left: inout Int) {
        left -= 1
        guard depth < 12, left > 0 else { return }
        _ = (try? node.text, node.integer, node.real, try? node.bytes)
        for part in (try? node.elements()) ?? [] { walk(part, depth: depth + 1, &left) }
        for (key, value) in (try? node.entries()) ?? [] {
            walk(key, depth: depth + 1, &left)
            walk(value, depth: depth + 1, &left)
        }
    }

    /// Files one behind the other: length and bytes of the path, two bytes of length and the bytes of the file.
    private static func readBundle(_ bytes: [UInt8]) {
        var files: [String: [UInt8]] = [:]
        var place = 0
        func take(_ count: Int) -> ArraySlice<UInt8> {
            defer { place = min(bytes.count, place + count) }
            return bytes[place..<min(bytes.count, place + count)]
        }
        while place + 3 < bytes.count {
            let path = String(decoding: take(Int(take(1).first ?? 0)), as: UTF8.self)
            let size = take(2).reduce(0) { $0 << 8 | Int($1) }
            files[path] = Array(take(size))
        }
        do throws(TraceError) {
            var options = ImportOptions()
            options.guessesSwiftUI = true
            var assembly = TraceAssembly(options)
            try assembly.read(BundleFiles(memory: files, name: "x.trace"))
            _ = AnalysisPasses.run(try assembly.finish(), AnalysisOptions())
        } catch {
            if error.kind != .input { fault(error.diagnostic.text) }
        }
    }
}
