import Testing

@testable import TraceKit

/// SHA-256 and Base64 against the examples of their standards.
@Suite struct SHA256Tests {
    private func check(_ text: String, _ hash: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let found = SHA256.hash(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(found == hash, sourceLocation: sourceLocation)
    }

    @Test func `the examples of FIPS 180-4`() {
        check("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        check("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        check(
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    }

    @Test func `texts whose padding just fits and just does not`() {
        check(
            String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318")
        check(
            String(repeating: "a", count: 56), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a")
        check(
            String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb")
    }

    @Test func `the examples of RFC 4648`() {
        let pairs = [
            "": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE=",
            "foobar": "Zm9vYmFy",
        ]
        for (text, base64) in pairs { #expect(SHA256.base64(Array(text.utf8)) == base64) }
        #expect(SHA256.base64([0xFF, 0xEF, 0xFE]) == "/+/+")
    }
}
