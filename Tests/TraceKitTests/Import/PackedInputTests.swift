import Foundation
import Testing

@testable import TraceKit

/// gzip, zlib and zip: what was packed comes out, and nothing else does.
@Suite struct PackedInputTests {
    /// Packed by zlib with codes of its own (level 9).
    private static let packed = Data(
        base64Encoded: """
            eNp1mkmWLbcNROdaRS0BHQmydmN/SW4mOkcTb98gAnzZ1puZTJc+I9FcBPPvv/73RV9//flF31+//R3/g9f/8Mnz++ufuSBrQbl7 \
            //769SuXNJ9hcf7++v3333PN1hpLd7Lvrz/il6stV6dPb99ff65fLve1LKPRiIf/lb9c9/xvjUEaf/nf+OXGWBuN+uD4V/ynfrkz \
            1043No1/8X/3D0ehfRaK0/3j88NmHnS2wXMd9fhhN0/NRqq6jn38sJ0KqA6lkRIcP+ynGq0JC0ON44cHUhgf7C4lzPHDE9DIpY0t \
            0fHDEw4VRxttvzzo1Ju3ODEE4lQoHvKmSyG81JQmXmqbnNJgNTWxKeIETbCcYgwVH15iYD1V4DF5aX86vuD4nVXlc3zs5LmnTe16 \
            nBtbeWBtKjJPJ8ZeHjW0iv/fJzB2bEgeWiKWfBzBseNDECBtjs6nANkxohAiDuzzHCNbEk1JOhPruITJFkcRKTRpnfXX9YcnUqYu \
            6t1vwbIFU2RPM1WvV6mIECK3+A9DIkVMdJkz8waLqc0wpoGkwWqKYtqIFKJgOdUw864lBpI3VYjc1W5bBWwwsp8H0ef42Mlzzz7J \
            /Tg3tnBgkwiN04GxZ8gczpi5ZYU1hMAUvyQFNvPwHsHd+jUjsO2IXSWhc4hsQQxRYiu+LlGypbGUhtW6XONki9SqnLiZ3kJly9VS \
            rjYja2e9x5Y6GUtkSeiENcW/xYzaEgiLqcxk15bCYBH50mxShyRY7shInSylBdaRJxK5/skTbOTpu07TI0ewM6tkzFVoLgfuhKo7 \
            dFXd60k7SkXvbf0LbjnRceY4nfVLTmBXEZpkfCue2DZsd5Zxq53YT0mseXakl8rZOyIh2oU8SieeSJmaDRn9FitbsA7B4m2s9MPS \
            REaKrCVI5CnRIJkjJcIiWgvP1qENVlOUFs2wOgpWEQoUf7WVGFhHnnRTblsFbDT8203sqKDYQYIYEZ0KKLYcYcR9BeH1pJ4nZZ/U \
            LomBTdQLkazk94wYKBuDrdE1I7BdLbbbCt5n6RyCNPDQ5F468YCijeqQ+aiceCJlGr5K4r3RlmAjBRO2vsgESx0xP7JNQqIBiXTE \
            G18SYTG10agaDVUUqwiEqMNcVRQkglZi6gsKDhkmioIHGdmWARtS5Xy94vO5JzIkkltOHQNbqBIuWXavJ53IjL7kOGcGNvPMc0RW \
            XYECu8gImt3mNSOwDa7QYeNWO7GNHhstcox77SwSo0KFbDxvpTM6bCGR+bx32k1lBBgd0Ww/vEqgELGFrIVfZGj6nMfZzEVoL9Sd \
            LfWpZSjjoRpBmVpPTXpfpag0qQ1ERe/TaMtRO8Va2vyjQ9EmCgXPvl72jUQRIH1m4NyODBJVbX01zDuHAkSZI+uvtbS2q6c04lst \
            rf1W/cLOOHaCUFBoi+C1fq+l9QT6LkUp9UctrUfQenukcb+33q0cKDWAOzhpv1lAalSe1ZlKKyDqNM40/dA6CLVHiiOVallRnTsv \
            XjpkAZ/G++ax8bw2oIdGDf30ltpBcRWOt/4Roraq6Tb2E3nU3kBNjgI5T0evTdQRn301j3vKgExjwnDiS8rUdgoRCdWaXdOl9sFn \
            0Zqs3YprPYApbnhNcY/gKSidmuj7VloZkKrRHUwfY0wpB2i1HqW17zcLZu265sWQrBYH3tbIXrpFArFKW6n20Qa8KhE1WtlU66AS \
            de47k2pDALhDjiyqHUXdb2xHBtWWoTf7mMcYUycHqlrUSz+zam0Cz6IPE52zpnYdBSuyb1wyprZH8Y2sIvLMFHDqoJlB/VJrwans \
            ffZ+r7X1RBUcai+lth4pvKestL/e5hoGxmrMlfx5s6DYSLmE5D3sogU3Td7dKgFi41UJoSPVMuSZNqzgrNZBZGPqIqWTICDYGOP7 \
            YQHUCE2VmT4/Y01JAH6N8PNxSp/aQzWR1vmcOrWJQ88p45I3tYuCO4aPa87UNuAtytdS9WXmx4AXyjLdym09gGGvRcbxvdrWE2WV \
            NB7+KLb1CATzaNf8GHVKugLbFnPl592Ca1uLw/XtDjGwVtxyJt0qAWuDeOhwiBhM6zHMiJ88Ii6k5ZHd+iQHiDbYWg6irZ2itU5+ \
            NYoYODsJ4XM9OGjWlafQwywCzLYYtxfq3lNmVGXRNuTFLgLKaozgTm9+EUiW52izvxpGANkAl9Hp3TEqjo2s/skxAtYuhFtp9u4Z \
            FebGs+PTZ0G5wW4J0aUVIDdo+GwbMRh3cbO1wzfiWc1IePl8hywg3Bmt0fTsHDEIN0ahaVfriAG4GkLR1Tpi4G3UfDp7ZrX3SZwp \
            d/OIAbcq0Srp4R7xrHrbmvWnfcRg2zajfdGLfyQgW28Yn57FVsC1U21Pg/fgEVBtwMckf7eQhMpwVJr6g4ckVKZjDyarVytA3ih/ \
            c1X6MtqoBuQcoLfDRiUSCdthIwlYt1PP93G4aiDdSWOQnZ0kAeiK9NH0YiXJxlzyFQwXBQC5M8J/wcj16EBc8U5qdzdJuEDf7coo \
            tVuzcvcXP0m4wMR9NdpHqgjIdkQXXUH9LLUCrlULuhivlpKU90qh6g+mkgByJdpQ4x9cJQH0xgDpy06utaq7I6G6tNrAK2krb5GA \
            u2qSU+xHHcBu0BZvc77WN7B1vZhLAtCNOUX8Yi4JKDfom7pe3SUB44rPfHvXo4NwZ4CfPfwl0YoWs6kPg0lAt/EX5vJ8H+kCto2/ \
            rGQvFpMAbSNRrLc3j0k22Ebs2KvJJFqTkS46fyu1UsZsUKDPH1wm0TLsxVbdqrWJXJ9j5UlpBeJdB0J3qtWahoTOTpOAdr3jTR2y \
            lDFLMYTT2WwSkG6clZ0vbpOUJas9a+dFAVBuRFf62tezb8aN6JS74SRFuMO5PQwnAd7G2c3m03ESwO1q/DxeLCcB2q5ok/bmOQnA \
            dsSs6PRqOgmwdoyWne+11JZXG/Hu9oPtJGXdarS+3WmlldUwkqpLq1YTdBrPWyPQbozOaQd/1AHrRr3MlDlkAelqpOhsZ+9Jyqe1 \
            ceKW2oEfOaM4+dV+EjCurxdLN/9JinCjATjfDSjp1aKJyR8OlIBulc/XfqeYKVc2CGu+eVACso3K1pq8uVDSa1Qko1cXSgC1MiOc \
            57sLJb7Nuqb9BxdKgLwxODf7lGMvwFPNsaAW0ZEFTvQWCbg71s0eHzaUFOxqy5n2dPWFWTmGNqWzDSVl3BL3qwsl27TlvEa9KADI \
            HTG0Gt1sKAHiSgTEeSSqMwNwA47T/7inDPA2etIY82lDCeDWWWajFxtKtkU7Mqpfiu3Y1nZb1PpWbMG1oUkMm+82lBTmRvz18YMN \
            JaBeIxqfsUfAvAvdF1aXWGXqBkbL/PhQUo4uaV6rfuQB7Q69+VAC1l2TyueetDaQRzbmGo3PSgB0x3pL7epDSXm4UUHdbz6UAHKj \
            aWWtvt+QzpobouU8fCgtwKUY+uzpQynVRdDJcrlcj1KZ/JIj7cvt6EZbmfTqQym4dhgx87sPpcDc3iWP9+pDKai3EUvfWasFvcH+ \
            CzLq5hTIG3jkoJlaxdAcbO18OFHK1Zf7Yu7TrXFBPyeAnOTgcioN2HbSAZw72Hj0qxGloFz3mEHsZkRpWbidTOhuRCnXnanLtIcR \
            pVy36pRu5z1fFHjrEfitvxhRWnBr8bdfjSgF2kYvzqH4pdpqubk+Re3diFJwrjPfP8Q4lKvvEAKFfXdaLeZd7idvH0pBvLYU9o8P \
            peDdFv1M+PChtGzdSPB9Z1brMBgaZtqTHkBdbp5JexYCoKveG998KP18X5DXr9eja8UKi9Hdh1Ktaw/Pu4Z7zgBwLaZFbk8fSvfH \
            BZ4p9cyV+tAgJjV5s6FUK28+w+IjeAC2PWQSe7ehVOvmOTvKqwuloF5L/NxvFswb6YN7olqseaClV701Kt5tMcmMw4dS0O6ceRN7 \
            iALUXfPz1YbSAt2RjfYsAyi3xTrL1YZSMC7PPufNhVIQ7nIqxO8ulNZHBpbj9j1dALe9/MxHqgBteUY7fvtoSQG2a9xlfTOhFFir \
            bva4ei+NCmqjzQ97d6EUjButTv0nF0qBvIGLx52sgnjnKuG2XSgF73Zq6VRvkXpx3MxvOT7y9HKhSE8elIJzPYJB2tmD0voOwVui \
            8VkHMG4Mmf10yVpbrT5topsFpaBbX19Y2N2C0mLbGWirDwtKQbYWdHBcKJ4CZnPtuhJ4+4QJWBvIndezL2W2PkjwAM53C0oLaSNT \
            mH/4iqks3TbFxk+fMQF44wX65xZPgbudOi2iLrF8T8/pUn++ZNr5xN5PnzIBdNcHHddvmYpzl0Mzzh6UlpVLlOPsWQkwbpPLZyu1 \
            JfVRQJ93D0pHfcLV/XLNWptWX2q1rg8PSkc5cMFr/WlCKch2zObjzYRScG2co+mbB6WA2vXlWKdXD0qBtIE6efnyWmZBuDHu5bcB \
            rx6UAnh7BD7tT5t07gaVRF1aTd23mocFpeXqxrAy/bCgdFbJHfnB4aHKplxc0J7kAOOuP3PzoBSEGw9kj70oMOvDnTHP34j+9n9M \
            BD8+
            """, options: .ignoreUnknownCharacters)

    private static let text = (0..<400).map { index in
        let letter = String(Array("abcdefghij")[index % 10])
        return "row \(index) of \(index * index * 7919 % 1_000_003): \(String(repeating: letter, count: index % 17))\n"
    }.joined()

    private func unpacked(
        _ bytes: [UInt8], _ packing: UnpackedStream.Packing
    ) throws(TraceError) -> [UInt8] {
        try UnpackedStream(MemoryStream(bytes), packing, name: "x").readAll(limit: 1 << 30, "x").array
    }

    private func refusal(_ bytes: [UInt8], _ packing: UnpackedStream.Packing) -> String? {
        do throws(TraceError) {
            _ = try unpacked(bytes, packing)
            return nil
        } catch {
            return error.diagnostic.message
        }
    }

    @Test func `a stream with codes of its own is unpacked`() throws {
        let packed = [UInt8](try #require(Self.packed))
        #expect(String(decoding: try unpacked(packed, .zlib), as: UTF8.self) == Self.text)
    }

    @Test func `a stream that is cut or changed anywhere is refused`() throws {
        let packed = [UInt8](try #require(Self.packed))
        for length in stride(from: 0, to: packed.count, by: 13) {
            #expect(refusal(Array(packed.prefix(length)), .zlib) != nil, "cut at \(length)")
        }
        for place in stride(from: 0, to: packed.count, by: 7) {
            var damaged = packed
            damaged[place] ^= 0x10
            #expect(refusal(damaged, .zlib) != nil, "changed at \(place)")
        }
        #expect(refusal(packed + [0], .zlib)?.contains("behind its end") == true)
    }

    @Test func `gzip data may have several parts and zeros at their end, and nothing else`() throws {
        let (first, second) = (Array(Self.text.utf8), [UInt8](repeating: 7, count: 200_000))
        let both = PackedFiles.gzip(first) + PackedFiles.gzip(second)
        #expect(try unpacked(both, .gzip) == first + second)
        #expect(try unpacked(both + [0, 0, 0], .gzip) == first + second)
        #expect(try unpacked(PackedFiles.gzip([]), .gzip) == [])
        #expect(refusal(both + [1], .gzip)?.contains("behind its gzip data") == true)
    }

    /// What gzip makes of the text, with codes of its own, with flags for parts of the head that nothing here has.
    private static func gzip() throws -> [UInt8] {
        let packed = [UInt8](try #require(Self.packed))
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + packed[2..<packed.count - 4]
            + PackedFiles.number(UInt64(PackedFiles.crc(Array(text.utf8))), 4)
            + PackedFiles.number(UInt64(text.utf8.count), 4)
    }

    @Test func `of gzip data that are cut what comes before is unpacked, and known to be cut`() throws {
        let whole = try Self.gzip()
        let (text, head) = (Array(Self.text.utf8), PackedFiles.gzip(Array("first\n".utf8)))
        for length in Array(stride(from: 11, to: whole.count - 8, by: 7)) + Array((whole.count - 8)..<whole.count) {
            let alone = UnpackedStream(MemoryStream(Array(whole.prefix(length))), .gzip, name: "x")
            if let bytes = try? alone.readAll(limit: 1 << 30, "x").array {
                #expect(alone.cut != nil && text.starts(with: bytes) && !bytes.isEmpty, "cut at \(length)")
                if length >= whole.count - 8 { #expect(bytes == text) }
            } else {
                // The table of codes comes first.
                #expect(length < 400)
            }
            let second = UnpackedStream(MemoryStream(head + whole.prefix(length)), .gzip, name: "x")
            let bytes = try second.readAll(limit: 1 << 30, "x").array
            #expect(second.cut != nil && (Array("first\n".utf8) + text).starts(with: bytes), "cut at \(length)")
        }
        let uncut = UnpackedStream(MemoryStream(whole), .gzip, name: "x")
        #expect(try uncut.readAll(limit: 1 << 30, "x").array == text && uncut.cut == nil)
        #expect(refusal(Array(whole.prefix(9)), .gzip)?.contains("it ends too early") == true)
    }

    @Test func `gzip data with a changed bit are refused, and never taken for cut ones`() throws {
        let whole = try Self.gzip()
        for place in 0..<whole.count {
            // The time, the system and a flag for text mean nothing to us.
            if (4..<10).contains(place) { continue }
            var damaged = whole
            damaged[place] ^= 1 << UInt8(place % 8)
            let stream = UnpackedStream(MemoryStream(damaged), .gzip, name: "x")
            // Of the last byte of the packed text some bits mean nothing.
            if let bytes = try? stream.readAll(limit: 1 << 30, "x").array {
                #expect(bytes == Array(Self.text.utf8) && stream.cut == nil, "changed at \(place)")
            }
        }
    }

    // MARK: Limits

    @Test func `what unpacks to far more than its size is refused`() {
        let (bomb, _) = Self.bomb(blocks: 200_000)
        let refusal = refusal(bomb, .deflate(crc: 0, count: 1 << 40))
        #expect(refusal?.contains("it unpacks to more than 400 times its size") == true, "\(refusal ?? "taken")")
        #expect(self.refusal(bomb, .deflate(crc: 0, count: 1000))?.contains("more than its 1000 bytes") == true)
    }

    /// Deflated zeros without an end, and how many: each byte of `blocks` makes 1,032 of them.
    private static func bomb(blocks: Int) -> (bytes: [UInt8], size: Int) {
        var bits: [Bool] = []
        func put(_ value: Int, _ count: Int) { for bit in 0..<count { bits.append(value >> bit & 1 == 1) } }
        func code(_ text: String) { bits += text.map { $0 == "1" } }
        // A block with three codes for literals (0, the end, a match of 258) and one distance (1).
        put(1 | 2 << 1, 3)
        put(29, 5)
        put(0, 5)
        put(14, 4)
        for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] { put(length, 3) }
        code("11")
        for zeros in [138, 117] {
            code("0")
            put(zeros - 11, 7)
        }
        code("11")
        code("0")
        put(28 - 11, 7)
        code("1010")
        // A zero, and as many matches as you like: each takes two bits that are not set.
        code("10")
        while bits.count % 8 != 0 { code("0") }
        let head = stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { $0 | (bits[start + $1] ? 1 << UInt8($1) : 0) }
        }
        return (head + [UInt8](repeating: 0, count: blocks), blocks * 1_032)
    }

    /// A stream is told of as it is read; what a second reading finds was counted before.
    @Test func `the limit of what is unpacked holds for all parts together`() {
        let limit = UnpackingLimit()
        let (first, second) = (limit.share(offset: 0), limit.share(offset: 1000))
        let free = UnpackedStream.Limits.freeBytes
        #expect(first.note(packed: 100, unpacked: free) == nil)
        #expect(first.note(packed: 100, unpacked: free) == nil && !limit.isReached)
        #expect(second.note(packed: 100, unpacked: 1 << 20)?.contains("400 times its size") == true)
        #expect(limit.isReached && first.note(packed: 100, unpacked: 1) != nil)
        let fair = UnpackingLimit()
        #expect(fair.share(offset: 0).note(packed: 10 << 20, unpacked: 100 << 20) == nil)
        #expect(fair.share(offset: 1).note(packed: 10 << 20, unpacked: 1000 << 20) == nil)
        #expect(fair.share(offset: 2).note(packed: 10, unpacked: 100 << 20) == nil)
        // A recording is packed twice in a zip file: what comes out the second time may be more.
        let nested = UnpackingLimit()
        for offset in 0..<9 {
            #expect(nested.share(offset: offset).note(packed: 300, unpacked: 100_000) == nil)
            #expect(nested.share(offset: offset).nested.note(packed: 100_000, unpacked: 100 << 20) == nil)
        }
        for offset in 10..<12 { _ = nested.share(offset: offset).nested.note(packed: 100_000, unpacked: 100 << 20) }
        #expect(nested.isReached)
        let huge = UnpackingLimit().share(offset: 0).note(packed: 1 << 40, unpacked: UnpackedStream.Limits.bytes + 1)
        #expect(huge == "it unpacks to more than 64 GB")
    }

    private func refusal(of member: ZipArchive.Member, _ archive: ZipArchive) -> String {
        do throws(TraceError) {
            _ = try archive.open(member).readAll(limit: 1 << 30, "x")
            return ""
        } catch {
            return error.diagnostic.message
        }
    }

    @Test func `a zip file whose parts unpack to too much together is refused`() throws {
        let (bomb, size) = Self.bomb(blocks: 70_000)
        let parts = (0..<3).map { PackedFiles.Part(name: "\($0).json", bytes: bomb, statedSize: size) }
        try withTemporaryFolder { folder in
            #expect(size < UnpackedStream.Limits.freeBytes && 3 * size > UnpackedStream.Limits.freeBytes)
            let path = "\(folder)/x.zip"
            try Data(PackedFiles.zip(parts)).write(to: URL(fileURLWithPath: path))
            let archive = try ZipArchive(OpenFile(path: path))
            let problems = archive.members.map { refusal(of: $0, archive) }
            #expect(archive.isLimitReached && problems[2].contains("400 times its size"), "\(problems)")
        }
    }

    // MARK: Inputs

    private static let trace = Array(Traces.updates("{\"view\": \"A\", \"start_ns\": 1}").utf8)

    private func load(_ folder: String, _ name: String, _ bytes: [UInt8]) throws -> TracePipeline.Loaded {
        let path = "\(folder)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return try TracePipeline.load([path], into: .temporary, TracePipeline.Options())
    }

    @Test func `a trace in gzip or alone in a zip file is read as the trace`() throws {
        try withTemporaryFolder { folder in
            let files = [
                ("trace.json.gz", PackedFiles.gzip(Self.trace)),
                ("trace.zip", PackedFiles.zip([.init(name: "deep/trace.json", bytes: Self.trace)])),
                ("deflated.zip", PackedFiles.zip([.init(name: "t.json", bytes: Self.trace, isDeflated: true)])),
                ("wide.zip", PackedFiles.zip([.init(name: "t.json", bytes: Self.trace, isWide: true)])),
                ("gz.zip", PackedFiles.zip([.init(name: "t.json.gz", bytes: PackedFiles.gzip(Self.trace))])),
                (
                    "mac.zip",
                    PackedFiles.zip([
                        .init(name: "__MACOSX/._t.json", bytes: [1]), .init(name: "t.json", bytes: Self.trace),
                    ])
                ),
            ]
            for (name, bytes) in files {
                let loaded = try load(folder, name, bytes)
                #expect(try loaded.store.rows("SELECT view FROM updates") == ["A"], "\(name)")
                #expect(loaded.diagnostics == [], "\(name)")
            }
        }
    }

    @Test func `one layer is unpacked: what is packed twice is refused with what to do`() throws {
        let inner = PackedFiles.zip([.init(name: "t.json", bytes: Self.trace)])
        let first = "it is in a file that is packed itself: unpack that one first, one layer is read"
        try withTemporaryFolder { folder in
            for (name, bytes) in [
                ("outer.zip", PackedFiles.zip([.init(name: "inner.zip", bytes: inner)])),
                ("t.zip.gz", PackedFiles.gzip(inner)),
            ] {
                let error = #expect(throws: TraceError.self) { try load(folder, name, bytes) }
                #expect(error?.diagnostic.message == "this is compressed (zip)", "\(name)")
                #expect(error?.diagnostic.fix == first, "\(name): \(error?.diagnostic.text ?? "")")
            }
            let twice = PackedFiles.gzip(PackedFiles.gzip(Self.trace))
            let error = #expect(throws: TraceError.self) { try load(folder, "t.json.gz.gz", twice) }
            #expect(error?.diagnostic.fix == "unpack it: gunzip --keep \(folder)/t.json.gz.gz")
        }
    }

    @Test func `exports of one recording in a zip file are one trace`() throws {
        try withTemporaryFolder { folder in
            let sample = "SampleTraces/xctrace/landmarks-before"
            var parts: [PackedFiles.Part] = []
            for name in names(in: "\(Repository.root)/\(sample)") {
                let content = [UInt8](try #require(bytes(of: "\(Repository.root)/\(sample)/\(name)")))
                parts.append(.init(name: "exports/\(name)", bytes: content, isDeflated: name.count % 2 == 0))
            }
            let zip = try load(folder, "exports.zip", PackedFiles.zip(parts))
            #expect(zip.traceIDs.count == 1)
            try TraceDump.expectEqual(zip.store, try TraceDump.store("\(Repository.root)/\(sample)"), "zip")
        }
    }

    /// What is told of a zip file with these parts beside a trace.
    private func told(_ parts: PackedFiles.Part...) throws -> [String] {
        try withTemporaryFolder { folder in
            let all = parts + [.init(name: "t.json", bytes: Self.trace)]
            let loaded = try load(folder, "x.zip", PackedFiles.zip(all))
            #expect(try loaded.store.rows("SELECT count(*) FROM updates") == ["1"])
            return loaded.diagnostics.map { $0.text.replacing(folder, with: "DIR") }
        }
    }

    @Test func `a part with a name that leads elsewhere, or one that cannot be unpacked, is left out and named`() throws
    {
        for name in ["/etc/passwd", "../t.json", "a/../../b", "a\\b", "a//b"] {
            let told = try told(.init(name: name, bytes: Self.trace))
            #expect(told.count == 1 && told[0].contains("it is left out"), "\(name): \(told)")
        }
        let secret = try told(.init(name: "secret.json", bytes: Self.trace, flags: 1))
        #expect(secret == ["DIR/x.zip/secret.json: warning: it is encrypted; it is left out"])
    }

    @Test func `a long list of parts with an impossible number of them is refused`() throws {
        let plain = PackedFiles.zip([.init(name: "t.json", bytes: Self.trace)])
        // The list's size and place.
        let (list, offset) = (plain.suffix(10).prefix(4), plain.suffix(6).prefix(4))
        func wide(_ count: UInt64) -> [UInt8] {
            let end = plain.count - 22
            let zeros = [UInt8](repeating: 0, count: 4)
            var bytes = Array(plain.prefix(end))
            bytes += PackedFiles.number(0x0606_4B50, 4) + [UInt8](repeating: 0, count: 20)
            bytes += PackedFiles.number(1, 8) + PackedFiles.number(count, 8)
            bytes += Array(list) + zeros + Array(offset) + zeros
            bytes += PackedFiles.number(0x0706_4B50, 4) + zeros + PackedFiles.number(UInt64(end), 8)
            bytes += PackedFiles.number(1, 4) + PackedFiles.number(0x0605_4B50, 4) + zeros
            bytes += [UInt8](repeating: 0xFF, count: 12) + [0, 0]
            return bytes
        }
        try withTemporaryFolder { folder in
            let one = try load(folder, "x.zip", wide(1))
            #expect(one.diagnostics == [])
            for count: UInt64 in [.max, 1 << 63, 1 << 62] {
                #expect(throws: TraceError.self) { try load(folder, "x.zip", wide(count)) }
            }
        }
    }

    @Test func `a damaged zip file is an error of the input with its place`() throws {
        let whole = PackedFiles.zip([.init(name: "t.json", bytes: Self.trace, isDeflated: true)])
        try withTemporaryFolder { folder in
            for length in stride(from: 4, to: whole.count, by: 5) {
                #expect(throws: TraceError.self) { try load(folder, "x.zip", Array(whole.prefix(length))) }
            }
            var changed = whole
            changed[60] ^= 1
            let error = #expect(throws: TraceError.self) { try load(folder, "x.zip", changed) }
            #expect(error?.kind == .input && error?.diagnostic.place?.file.contains("x.zip") == true)
            let twice = PackedFiles.zip([
                .init(name: "t.json", bytes: Self.trace), .init(name: "t.json", bytes: Self.trace),
            ])
            #expect(throws: TraceError.self) { try load(folder, "x.zip", twice) }
        }
    }

    // MARK: Parts

    /// What is wrong with an input; nil where it is read.
    private func problem(_ folder: String, _ name: String, _ bytes: [UInt8]) -> Diagnostic? {
        do {
            _ = try load(folder, name, bytes)
            return nil
        } catch let error as TraceError {
            return error.kind == .input ? error.diagnostic : nil
        } catch {
            return nil
        }
    }

    @Test func `parts that share bytes are refused before any is unpacked`() throws {
        let parts = ["a.json", "b.json", "c.json"].map { PackedFiles.Part(name: $0, bytes: Self.trace) }
        let whole = PackedFiles.zip(parts)
        let listed = parts.map(\.name.utf8.count).reduce(0) { $0 + 46 + $1 }
        let list = whole.count - 22 - listed
        try withTemporaryFolder { folder in
            let loaded = try load(folder, "x.zip", whole)
            #expect(loaded.traceIDs.count == 3)
            // The second part lies where the first one does.
            var same = whole
            let second = list + 46 + 6 + 42
            same.replaceSubrange(second..<second + 4, with: [0, 0, 0, 0])
            #expect(problem(folder, "x.zip", same)?.message.contains("its parts share bytes") == true)
            // The last one reaches into the list.
            var long = whole
            let size = list + 2 * (46 + 6) + 20
            long[size] &+= 30
            #expect(
                problem(folder, "x.zip", long)?.message.contains("its parts share bytes: 'c.json'") == true)
            // What the head of a part says is known only when it is opened.
            var head = whole
            head[28] = 9
            #expect(
                problem(folder, "x.zip", head)?.message.contains("its parts share bytes: 'a.json'") == true)
        }
    }

    @Test func `more parts than a recording has, and a list of long names, are refused`() throws {
        try withTemporaryFolder { folder in
            let many = (0...ZipArchive.Limits.members).map { PackedFiles.Part(name: "\($0)", bytes: []) }
            let error = withinAMinute { problem(folder, "x.zip", PackedFiles.wideZip(many)) }
            #expect(error?.message == "cannot read the zip file: it has 50001 parts, more than 50000")
            #expect(error?.fix == "unpack it, and give the files that you need")
            let name = String(repeating: "n", count: 4_000)
            let long = (0..<5_000).map { PackedFiles.Part(name: "\(name)\($0)", bytes: []) }
            let other = problem(folder, "x.zip", PackedFiles.wideZip(long))
            #expect(
                other?.message
                    == "cannot read the zip file: the list of its parts has 19 MB, more than 16 MB")
        }
    }

    @Test func `the files of many recordings are found without looking at all for each`() throws {
        try withTemporaryFolder { folder in
            let parts = (0..<10_000).flatMap { number in
                [
                    PackedFiles.Part(name: "\(number).trace/corespace/x", bytes: [1]),
                    PackedFiles.Part(name: "\(number).json", bytes: [1]),
                ]
            }
            let path = "\(folder)/x.zip"
            try Data(PackedFiles.wideZip(parts)).write(to: URL(fileURLWithPath: path))
            let archive = try ZipArchive(OpenFile(path: path))
            let content = try withinAMinute { try ZipContent(archive) }
            #expect(content.recordings.count == 10_000 && content.files.count == 10_000)
            #expect(archive.members(below: "77.trace/").map(\.name) == ["77.trace/corespace/x"])
            #expect(archive.members(below: "none/").isEmpty)
        }
    }

    // MARK: Cut files

    private static let fixtures = DamageTests.fixtures.filter { !$0.contains("refuse-") }

    private func counts(_ loaded: TracePipeline.Loaded) throws -> [String] {
        try loaded.store.rows(
            "SELECT counter || ' ' || detail || ' ' || count FROM import_counters WHERE counter <> 'schema-empty' ORDER BY 1"
        )
    }

    @Test(arguments: fixtures) func `a cut gzip file gives what the cut file gives, and is incomplete`(_ file: String)
        throws
    {
        let whole = Array(try #require(bytes(of: "\(Repository.root)/\(file)")))
        let packed = PackedFiles.gzip(whole)
        let head = packed.count - 8 - whole.count
        try withTemporaryFolder { folder in
            for length in Array(stride(from: 1, through: whole.count, by: max(1, whole.count / 9))) + [whole.count] {
                let plain = try? load(folder, "t.txt", Array(whole.prefix(length)))
                let cut = try? load(folder, "t.txt.gz", Array(packed.prefix(head + length)))
                #expect((plain == nil) == (cut == nil), "\(file) cut at \(length)")
                guard let plain, let cut else { continue }
                #expect(try counts(cut) == counts(plain), "\(file) cut at \(length)")
                #expect(try cut.store.rows("SELECT DISTINCT truncated FROM traces") == ["1"], "\(file) at \(length)")
                let old = try plain.store.rows("SELECT damage FROM traces")
                let new = try cut.store.rows("SELECT damage FROM traces")
                let expected = old == ["-"] ? ["the packed file was cut"] : old
                #expect(new == expected, "\(file) at \(length)")
            }
            let parts = [PackedFiles.Part(name: "t.txt.gz", bytes: Array(packed.dropLast(8)))]
            let zipped = try load(folder, "t.zip", PackedFiles.zip(parts))
            #expect(try zipped.store.rows("SELECT truncated FROM traces") == ["1"])
        }
    }

    @Test func `a whole file is another trace than what was left of it`() throws {
        try withTemporaryFolder { folder in
            let packed = PackedFiles.gzip(Self.trace)
            let whole = try load(folder, "t.json.gz", packed)
            let cut = try load(folder, "u.json.gz", Array(packed.dropLast(8)))
            let sql = "SELECT content_hash FROM traces"
            #expect(try whole.store.rows(sql) != cut.store.rows(sql))
        }
    }

    // MARK: Databases

    @Test func `a packed database is called that, wherever it lies`() throws {
        let database = InputFiles.databaseStart + [UInt8](repeating: 7, count: 600)
        let packed = PackedFiles.gzip(database)
        try withTemporaryFolder { folder in
            for (name, bytes, fix) in [
                ("t.sqlite.gz", packed, "gunzip --keep \(folder)/t.sqlite.gz"),
                ("t.zip", PackedFiles.zip([.init(name: "t.sqlite", bytes: database)]), "unzip \(folder)/t.zip"),
                (
                    "g.zip", PackedFiles.zip([.init(name: "t.gz", bytes: packed)]),
                    "unzip \(folder)/g.zip, then gunzip what comes out of it"
                ),
            ] {
                let error = #expect(throws: TraceError.self) { try load(folder, name, bytes) }
                #expect(error?.kind == .input && error?.diagnostic.message == "this is a packed database", "\(name)")
                #expect(error?.diagnostic.fix == "unpack it first: \(fix)", "\(name)")
            }
            let beside = PackedFiles.zip([
                .init(name: "t.sqlite", bytes: database), .init(name: "t.json", bytes: Self.trace),
            ])
            let told = try load(folder, "two.zip", beside).diagnostics.map(\.message)
            #expect(told == ["this is a packed database; the file is left out"])
        }
    }
}
