import CallModel
import Testing

@Suite("Texts from outside")
struct TextRuleTests {
    private let limit = ByteCount(8)

    @Test("a line has no control characters; data may have tabs and line ends; neither has U+0000")
    func controls() {
        for text in ["", "plain", "é☎", "a b"] {
            #expect(TextRule.line.allows(text, atMost: limit) && TextRule.data.allows(text, atMost: limit))
        }
        for text in ["a\tb", "a\nb", "a\r\nb", "a\u{2028}b"] {
            #expect(!TextRule.line.allows(text, atMost: limit) && TextRule.data.allows(text, atMost: limit))
        }
        for text in ["\u{0}", "a\u{0}", "\u{1B}[2J", "\u{7F}", "\u{80}", "\u{9F}"] {
            #expect(!TextRule.line.allows(text, atMost: limit) && !TextRule.data.allows(text, atMost: limit))
        }
        #expect(TextRule.line.allows("\u{A0}", atMost: limit))
    }

    @Test("the limit is in bytes")
    func lengths() {
        #expect(TextRule.line.allows("éééé", atMost: limit))
        #expect(!TextRule.line.allows("éééée", atMost: limit))
    }
}
