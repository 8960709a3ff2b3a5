import WireTestSupport
import TestSupport
import Testing
import Wire

@Suite("JSON text")
struct JSONValueTests {
    @Test("values come back from their text")
    func roundTrip() throws {
        let values: [JSONValue] = [
            nil, true, false, 0, -1, .integer(.max), .integer(.min), 1.5, .double(-2.5e-300), "",
            "a\"\\/\n\r\t\u{8}\u{0}é🎧",
            [], [1, [2, []]], [:], ["b": 1, "a": ["c": nil]],
        ]
        for value in values { #expect(try JSONValue(parsing: value.text) == value, "\(value.text)") }
    }

    @Test(
        "texts are read as RFC 8259 says",
        arguments: [
            (" [ 1 , 2 ]\n", "[1,2]"), ("{\"a\" : {} }", "{\"a\":{}}"), ("1e2", "100.0"), ("-0", "0"), ("0.5", "0.5"),
            ("\"\\u00e9\\ud83c\\udfa7\\/\"", "\"é🎧/\""), ("9223372036854775808", "9.223372036854776e+18"),
        ])
    func accepted(text: String, canonical: String) throws {
        #expect(try JSONValue(parsing: text).text == canonical)
    }

    @Test(
        "what is no JSON is refused",
        arguments: [
            "", " ", "tru", "nulL", "truex", "[1,]", "[1 2]", "[", "]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
            "{a:1}",
            "{1:1}", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "NaN", "Infinity", "1e999", "\"", "\"\\x\"",
            "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "1 2", "[1]]", "'a'",
            "\u{feff}1",
        ])
    func refused(text: String) {
        #expect(throws: WireError.self) { try JSONValue(parsing: text) }
    }

    @Test("the offset of the first wrong byte is told")
    func offset() {
        #expect(throws: WireError.malformedJSON(offset: 6)) { try JSONValue(parsing: "{\"a\": x}") }
    }

    @Test("text that is not UTF-8 is refused")
    func invalidUTF8() {
        #expect(throws: WireError.self) { try JSONValue(parsing: [0x22, 0xff, 0x22]) }
        #expect(throws: WireError.self) { try JSONValue(parsing: [0x22, 0xed, 0xa0, 0x80, 0x22]) }
    }

    @Test("nesting is bounded")
    func depth() throws {
        let limit = WireLimits.jsonDepth
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONValue(parsing: nested(limit))
        #expect(throws: WireError.tooDeep(limit: limit)) { try JSONValue(parsing: nested(limit + 1)) }
        #expect(throws: WireError.tooDeep(limit: limit)) {
            try JSONValue(parsing: String(repeating: "{\"a\":", count: 10_000))
        }
    }

    @Test("size is bounded")
    func size() {
        let text = [UInt8](repeating: UInt8(ascii: " "), count: WireLimits.messageBytes) + [UInt8(ascii: "1")]
        #expect(throws: WireError.tooLarge(limit: WireLimits.messageBytes)) { try JSONValue(parsing: text) }
    }

    @Test("damaged text is refused or comes back as it was read")
    func mutations() throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = RandomMessage(seed: seed)
            var text = try Proto.Header(decoding: random.encode("partyline.v1.Header")).json().utf8
            for _ in 0..<3 {
                let position = random.generator.next(in: 0...text.count - 1)
                text[position] = UInt8(random.generator.next(in: 0...255))
            }
            guard let value = try? JSONValue(parsing: text) else { continue }
            #expect(try JSONValue(parsing: value.text) == value, "seed \(seed)")
            _ = try? Proto.Header(json: value)
        }
    }

    @Test("members are found by name, the last of several")
    func members() throws {
        let value = try JSONValue(parsing: "{\"a\":1,\"b\":\"x\",\"a\":2}")
        #expect(value["a"]?.integerValue == 2)
        #expect(value["b"]?.stringValue == "x")
        #expect(value["c"] == nil)
        #expect(JSONValue.array([])["a"] == nil)
    }
}
