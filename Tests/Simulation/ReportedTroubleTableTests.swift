import Foundation
import Testing

/// docs/reported-troubles.md says of every report which test shows that it does not happen here.
@Suite("The table of reported troubles")
struct ReportedTroubleTableTests {
    /// The numbers of the list that this project keeps.
    private static let numbers =
        [
            1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 15, 16, 17, 18, 19, 21, 22, 23, 24, 26, 27, 28, 29, 30, 31, 32, 33,
            34, 35,
        ]
        + [
            37, 38, 39, 40, 41, 43, 44, 45, 46, 48, 50, 51, 52, 53, 54, 55, 56, 58, 59, 61, 62, 63, 65, 66, 67, 68, 70,
            71,
        ]
        + [72, 73]

    private struct Row {
        let number: Int
        let isOpen: Bool
        let tests: [(file: String, name: String)]
    }

    private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func rows() throws -> [Row] {
        let document = try String(contentsOf: root.appending(path: "docs/reported-troubles.md"), encoding: .utf8)
        return document.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count >= 3, let number = Int(cells[0]) else { return nil }
            let tests = (cells.count > 3 ? cells[3] : "").matches(of: /`([A-Za-z\/]+)` "([^"]+)"/)
            return Row(
                number: number, isOpen: cells[2].hasPrefix("open: "),
                tests: tests.map { (String($0.output.1), String($0.output.2)) })
        }
    }

    @Test("every report has a row, and every row a test or what has to be built first")
    func complete() throws {
        let rows = try rows()
        #expect(rows.map(\.number) == Self.numbers)
        for row in rows { #expect(row.isOpen == row.tests.isEmpty, "report \(row.number)") }
    }

    @Test("every test that is named exists under that name")
    func existing() throws {
        for row in try rows() {
            for test in row.tests {
                let file = root.appending(path: "Tests/\(test.file).swift")
                let source = try String(contentsOf: file, encoding: .utf8)
                #expect(source.contains("\"\(test.name)\""), "report \(row.number): \(test.file)")
            }
        }
    }
}
