import Testing

@testable import CommandLineKit

@Suite("Keys of a terminal")
struct KeyReaderTests {
    @Test(
        "what a terminal sends is read as keys, and what is not known is left out as a whole",
        arguments: [
            ("q", [.character("q")]), ("é", [.character("é")]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]),
            ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~j", [.pageDown, .character("j")]), ("\u{1B}", [.escape]),
            ("\r", [.enter]), ("\u{7F}", [.backspace]), ("\u{3}", [.interrupt]), ("", [.interrupt]),
            ("\u{1B}[15~x", [.escape, .character("x")]), ("\u{1B}[1;5Cx", [.escape, .character("x")]), ("\u{1}", []),
        ] as [(String, [RawTerminal.Input])])
    func keys(text: String, inputs: [RawTerminal.Input]) {
        #expect(KeyReader.inputs(of: Array(text.utf8)) == inputs)
    }
}
