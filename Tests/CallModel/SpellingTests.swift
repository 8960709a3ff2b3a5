import CallModel
import Testing

@Suite("What somebody who mistyped meant")
struct SpellingTests {
    @Test(
        "one letter in three may be wrong, missing or too many",
        arguments: [
            ("lst", "list"), ("listt", "list"), ("topolgy", "topology"), ("grpe", nil), ("folow", "follow"),
            ("xyz", nil),
            ("", nil), ("list", "list"),
        ])
    func nearest(word: String, meant: String?) {
        #expect(Spelling.nearest(to: word, among: ["list", "follow", "topology", "grep"]) == meant)
    }

    @Test("the distance is the number of letters to change, and the same both ways")
    func distance() {
        for (left, right, expected) in [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("a", "b", 1)] {
            #expect(Spelling.distance(left, right) == expected && Spelling.distance(right, left) == expected)
        }
    }
}
