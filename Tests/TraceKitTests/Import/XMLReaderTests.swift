import Foundation
import Testing

@testable import TraceKit

/// XML text in; its events as text, or the exact error, out.
@Suite struct XMLReaderTests {
    private static func events(_ input: ByteInput) throws(TraceError) -> String {
        var reader = XMLReader(input)
        var events = ""
        while true {
            switch try reader.next() {
            case .start:
                events += "<\(reader.name.text)"
                for index in 0..<reader.attributes.count {
                    let name = reader.attributeName(at: index).text
                    events += " \(name)='\(reader.value(at: index).text)'"
                }
                events += ">"
            case .end: events += "</>"
            case .text: events += "[\(reader.text.text)]"
            case .finish: return events
            }
        }
    }

    /// The same elements by way of `leafText`, which importers use for cells.
    private static func leaves(_ input: ByteInput) throws(TraceError) -> String {
        var reader = XMLReader(input)
        var events = ""
        while true {
            switch try reader.next() {
            case .start:
                events += "<\(reader.name.text)>"
                guard let text = try reader.leafText() else { continue }
                let id = reader.attribute(named: "id")?.text ?? "-"
                events += "\(text.text)#\(id)</>"
            case .end: events += "</>"
            case .text: continue
            case .finish: return events
            }
        }
    }

    private static func outcome(
        _ input: ByteInput, _ read: (ByteInput) throws(TraceError) -> String
    ) -> String {
        do throws(TraceError) { return try read(input) } catch { return Self.message(error) }
    }

    private static func message(_ error: TraceError) -> String {
        "\(error.diagnostic.place?.text ?? ""): \(error.diagnostic.message)"
    }

    /// The same outcome whether the bytes come at once or in pieces of any size that cuts every token.
    private func check(_ xml: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
        check(bytes: Array(xml.utf8), expected, sourceLocation: sourceLocation)
    }

    private func check(bytes: [UInt8], _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let whole = Self.outcome(ByteInput(bytes: bytes, name: "t.xml"), Self.events)
        #expect(whole == expected, sourceLocation: sourceLocation)
        for size in [1, 2, 3, 5, 7] {
            let pieces = Self.outcome(inputInPieces(bytes, size: size, name: "t.xml"), Self.events)
            #expect(pieces == expected, "in pieces of \(size)", sourceLocation: sourceLocation)
        }
    }

    // MARK: What is read

    @Test func `elements, attributes in either quotes and text`() {
        check("<a x=\"1\" y='2'>b<c/>d</a>", "<a x='1' y='2'>[b]<c></>[d]</>")
        check("<a\n x = \"1\"\t/>", "<a x='1'></>")
        check("<a></a >", "<a></>")
        check("<a-b.c:d_é>x</a-b.c:d_é>", "<a-b.c:d_é>[x]</>")
    }

    @Test func `a declaration, comments and instructions around the root`() {
        check("<?xml version=\"1.0\"?>\n\n<a/>\n<!-- b -->\n<?c d?>\n", "<a></>")
        check("<?xml version='1.0' encoding='utf-8' standalone='yes' ?><a/>", "<a></>")
        check("\u{FEFF}<?xml version=\"1.0\" encoding=\"US-ASCII\"?><a/>", "<a></>")
        check("\u{FEFF}<a/>", "<a></>")
    }

    @Test func `what a declaration and an instruction may hold`() {
        check("<?xml version='1.0' standalone='no'?><a/>", "<a></>")
        check(
            "<?xml version='1.0' standalone='maybe'?><a/>",
            "t.xml:1:39: expected standalone=\"yes\" or \"no\", found '?'")
        check("<a><?b é ? > x?></a>", "<a></>")
        check("<a><? b?></a>", "t.xml:1:6: expected the name of a processing instruction, found ' b?'")
        check("<a><?b \u{1}?></a>", "t.xml:1:8: the control character U+0001 is not allowed in XML")
        check(bytes: Array("<a><?b ".utf8) + [0xC3, 0x28], "t.xml:1:8: this byte is not valid UTF-8")
    }

    @Test func `the five entities and characters by number`() {
        check("<a x='&lt;&quot;&#65;&#x20AC;'>&amp;&gt;&apos;&#x1F600;</a>", "<a x='<\"A€'>[&>'😀]</>")
        check("<a>&#13;</a>", "<a>[\r]</>")
    }

    @Test func `text is one piece whatever stands in it`() {
        check("<a>b<!-- c -->d<![CDATA[<e>&]]>f<?g h?>i</a>", "<a>[bd<e>&fi]</>")
        check("<a><!-- b --></a>", "<a></>")
        check("<a><![CDATA[]]></a>", "<a></>")
        check("<a>]] ]></a>".replacing("]>", with: "] >"), "<a>[]] ] >]</>")
    }

    @Test func `line ends are single line feeds, and spaces in attributes`() {
        check("<a x='1\r\n2\t3\n4'>1\r\n2\r3\n</a>", "<a x='1 2 3 4'>[1\n2\n3\n]</>")
        check("<a><![CDATA[1\r\n2\r]]></a>", "<a>[1\n2\n]</>")
    }

    @Test func `a leaf's text comes with its attributes`() throws {
        let xml =
            "<r><s id=\"1\" fmt=\"x\">a &lt; b</s><s id=\"2\"/>\n<s id='3'><t>deep</t></s><u id='4'>é<!---->e</u><w>=b</w></r>"
        let expected = "<r><s>a < b#1</><s>#2</><s><t>deep#-</></><u>ée#4</><w>=b#-</></>"
        #expect(try Self.leaves(ByteInput(bytes: Array(xml.utf8), name: "t.xml")) == expected)
        for size in 1...9 {
            #expect(try Self.leaves(inputInPieces(xml, size: size)) == expected, "in pieces of \(size)")
        }
    }

    @Test func `a value longer than the window`() throws {
        let long = String(repeating: "← Row", count: 100_000)
        let expected = "<a x='\(long)'>[\(long)]</>"
        #expect(try Self.events(inputInPieces("<a x=\"\(long)\">\(long)</a>", size: 60_000)) == expected)
    }

    // MARK: What is refused

    @Test func `tags must match`() {
        check("<a><b></a>", "t.xml:1:7: expected '</b>', found '</a>'")
        check("<a>", "t.xml:1:4: the file ends inside the element 'a'")
        check("<a/><b/>", "t.xml:1:5: expected the end of the document, found '<b/'")
        check("</a>", "t.xml:1:1: expected a tag, found '</a'")
        check("", "t.xml:1:1: expected an element, found the end of the file")
        check("a<b/>", "t.xml:1:1: expected an element, found 'a<b/'")
        check("<a/>b", "t.xml:1:5: expected the end of the document, found 'b'")
        check("<a><1/></a>", "t.xml:1:4: expected a tag, found '<1/'")
    }

    @Test func `attributes must be unique, quoted, spaced and without '<'`() {
        check("<a x='1' x='2'/>", "t.xml:1:10: the attribute 'x' is given twice in one tag")
        check("<a x=1/>", "t.xml:1:6: expected a value in quotes, found '1/'")
        check("<a x/>", "t.xml:1:5: expected '=' after the attribute's name, found '/'")
        check("<a x='1'y='2'/>", "t.xml:1:9: expected white space before the next attribute, found 'y='2'/'")
        check("<a x='<'/>", "t.xml:1:7: '<' is not allowed in an attribute's value")
        check("<a resident-%='1'/>", "t.xml:1:13: expected '=' after the attribute's name, found '%='1'/'")
        let many = (0..<100).map { " a\($0)='\($0)'" }.joined()
        check("<a\(many) a7=''/>", "t.xml:1:\(many.utf8.count + 4): the attribute 'a7' is given twice in one tag")
    }

    @Test func `references must be known`() {
        check("<a>&nbsp;</a>", "t.xml:1:4: the reference '&nbsp;' is not known")
        check("<a x='& b'/>", "t.xml:1:7: expected a reference such as '&amp;' after '&'")
        check("<a>&#0;</a>", "t.xml:1:4: the reference '&#0;' is not known")
        check("<a>&#xFFFF;</a>", "t.xml:1:4: the reference '&#xFFFF;' is not known")
        check("<a>&#99999999999999999999;</a>", "t.xml:1:4: the reference '&#99999999999999999999;' is not known")
    }

    @Test func `characters must be allowed and UTF-8 valid`() {
        check("<a>\u{1}</a>", "t.xml:1:4: the control character U+0001 is not allowed in XML")
        check("<a x='\0'/>", "t.xml:1:7: the control character U+0000 is not allowed in XML")
        check("<a>\u{FFFF}</a>", "t.xml:1:4: the character U+FFFF is not allowed in XML")
        check(bytes: Array("<a>".utf8) + [0xC0, 0x80], "t.xml:1:4: this byte is not valid UTF-8")
        check(bytes: Array("<a>".utf8) + [0xED, 0xA0, 0x80], "t.xml:1:4: this byte is not valid UTF-8")
        check("<a>]]></a>", "t.xml:1:4: ']]>' is not allowed in text")
    }

    @Test func `a document type declaration is refused, never expanded`() {
        check("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "t.xml:1:1: a document type declaration is not read")
    }

    @Test func `markup must be closed and in its place`() {
        check("<a><!-- b -- c --></a>", "t.xml:1:11: expected '-->', found '--'")
        check("<a><!-- b", "t.xml:1:10: the file ends inside a comment")
        check("<a><![CDATA[b", "t.xml:1:14: the file ends inside a CDATA section")
        check("<a x='1", "t.xml:1:8: the file ends inside an attribute's value")
        check("<a/><?xml version='1.0'?>", "t.xml:1:5: the XML declaration is allowed at the very start only")
        let open = "<?xml version=\"\(String(repeating: "1", count: 1100))"
        check(open, "t.xml:1:1025: expected the closing quote, found '\(String(repeating: "1", count: 40))'")
        check("<?xml version=\"1?>\"<a/>", "t.xml:1:17: expected the closing quote, found '?'")
        check("<a/><?]b?>", "t.xml:1:7: expected the name of a processing instruction, found ']b?'")
        check("<a/><![CDATA[b]]>", "t.xml:1:5: expected an element or a comment, found '<![CDATA[b]]'")
    }

    @Test func `other encodings are refused by name`() {
        check(
            "<?xml version='1.0' encoding='ISO-8859-1'?><a/>",
            "t.xml:1:31: the encoding ISO-8859-1 is not read; expected UTF-8")
        let wide: [UInt8] = [0xFF, 0xFE] + "<a/>".utf8.flatMap { [$0, 0] as [UInt8] }
        check(bytes: wide, "t.xml:1:1: the encoding UTF-16 is not read; expected UTF-8")
        check(bytes: Array(wide.dropFirst(2)), "t.xml:1:1: the encoding UTF-16 is not read; expected UTF-8")
    }

    @Test func `depth has a limit`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(Self.outcome(ByteInput(bytes: Array(nested(256).utf8), name: "t.xml"), Self.events).hasSuffix("</>"))
        check(nested(257), "t.xml:1:769: nested deeper than 256 levels")
    }

    @Test func `a value has a limit`() {
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 16 << 20)
        let text = ByteInput(bytes: Array("<a>".utf8) + long + Array("y</a>".utf8), name: "t.xml")
        #expect(Self.outcome(text, Self.events) == "t.xml:1:16777221: a text is longer than 16 MB")
        let tag = ByteInput(bytes: Array("<a x='".utf8) + long + Array("'/>".utf8), name: "t.xml")
        #expect(Self.outcome(tag, Self.events) == "t.xml:1:1: a tag is longer than 16 MB")
    }

    @Test func `every prefix of a document is an error with a place, never a crash`() {
        let xml = "<?xml version=\"1.0\"?><a x='é&lt;'><!-- b --><c>d&#65;<![CDATA[e]]>\r\n</c><?f g?><h i=\"j\"/></a>"
        let bytes = Array(xml.utf8)
        for length in 0..<bytes.count {
            let outcome = Self.outcome(ByteInput(bytes: bytes[0..<length], name: "t.xml"), Self.events)
            #expect(outcome.hasPrefix("t.xml:"), "the first \(length) bytes gave \(outcome)")
        }
    }

    @Test func `the W3C suite, as far as it has no document types`() throws {
        guard let folder = Repository.corpus("xml/w3c/xmlconf/xmltest") else { return }
        for (kind, isGood) in [("valid/sa", true), ("not-wf/sa", false)] {
            for file in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(kind)") {
                guard file.hasSuffix(".xml") else { continue }
                let path = "\(folder)/\(kind)/\(file)"
                let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
                let hasType = String(decoding: bytes, as: UTF8.self).contains("<!DOCTYPE")
                let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
                let outcome = Self.outcome(ByteInput(bytes: bytes, name: "t.xml"), Self.events)
                let isRead = !outcome.hasPrefix("t.xml:")
                #expect(isRead == (isGood && !hasType && !isWide), "\(kind)/\(file): \(outcome.prefix(100))")
            }
        }
    }
}
