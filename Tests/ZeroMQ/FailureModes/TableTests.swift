import Foundation
import Testing

/// docs/bus-failure-modes.md against the tests it names.
@Suite struct TableTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

    @Test("the table of failure modes has every row, and every test it names is there")
    func table() throws {
        let document = try String(contentsOf: root.appending(path: "docs/bus-failure-modes.md"), encoding: .utf8)
        let titles = try testTitles()
        var rows: [String: [String]] = [:]
        for line in document.split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            guard cells.count >= 6, cells[1].trimmingCharacters(in: .whitespaces) != "#" else { continue }
            // The fourth column of the first table, the third of the second.
            let isMode = cells[1].contains("F")
            rows[cells[1].trimmingCharacters(in: .whitespaces)] = quoted(String(cells[isMode ? 4 : 3]))
        }
        let expected = (1...28).map { "F\($0)" } + (1...13).map { "\($0)" }
        for number in expected {
            let named = try #require(rows[number], "no row \(number)")
            #expect(!named.isEmpty, "\(number) names no test")
            for title in named { #expect(titles.contains(title), "\(number): no test is called: \(title)") }
        }
    }

    /// What stands between backticks.
    private func quoted(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    /// The sentences after `@Test(` in all test sources.
    private func testTitles() throws -> Set<String> {
        var titles: Set<String> = []
        let files = FileManager.default.enumerator(atPath: root.appending(path: "Tests").path)
        while let file = files?.nextObject() as? String {
            guard file.hasSuffix(".swift") else { continue }
            let text = try String(contentsOf: root.appending(path: "Tests/\(file)"), encoding: .utf8)
            for part in text.components(separatedBy: "@Test(").dropFirst() {
                let start = part.drop { $0.isWhitespace }
                guard start.first == "\"", let end = start.dropFirst().firstIndex(of: "\"") else { continue }
                titles.insert(String(start[start.index(after: start.startIndex)..<end]))
            }
        }
        return titles
    }
}
