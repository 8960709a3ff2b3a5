/// What somebody who mistyped probably meant.
public enum Spelling {
    /// The nearest of the words; `nil` if none is near enough to be named.
    public static func nearest(to word: String, among words: some Sequence<String>) -> String? {
        let scored = words.map { (word: $0, distance: distance(word, $0)) }
        guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, word.count / 3) ? best.word : nil
    }

    /// Insertions, deletions and replacements between two short words (Levenshtein).
    public static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right.prefix(64))
        var row = Array(0...right.count)
        for (index, character) in left.prefix(64).enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let replaced = diagonal + (character == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
