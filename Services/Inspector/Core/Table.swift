/// Columns of text, aligned. What does not fit a width is cut, and columns that no longer fit at all are left out from the
/// right.
package struct Table: Sendable {
    package struct Column: Sendable, Hashable {
        package let title: String
        package let isRight: Bool

        package static func left(_ title: String) -> Column { Column(title: title, isRight: false) }
        package static func right(_ title: String) -> Column { Column(title: title, isRight: true) }
    }

    /// Text that was made printable, and what it is.
    package struct Cell: Sendable, Hashable {
        package let text: String
        package let role: Style.Role

        package init(_ text: String, _ role: Style.Role = .plain) {
            self.text = printable(text)
            self.role = role
        }
    }

    private let columns: [Column]
    private var rows: [[Cell]] = []

    /// A left column is not cut below this.
    private static let narrowest = 8

    package init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row; missing cells are empty, further ones are left out.
    package mutating func add(_ row: [Cell]) { rows.append(row) }

    package var isEmpty: Bool { rows.isEmpty }

    /// A heading and a line for each row, none wider than asked.
    package func lines(width: Int, style: Style) -> [String] {
        let widths = fitted(to: width)
        let heading = columns.prefix(widths.count).enumerated().map { index, column in
            style(.heading, aligned(column.title, widths[index], column))
        }
        return [joined(heading)]
            + rows.map { row in
                joined(
                    columns.prefix(widths.count).enumerated().map { index, column in
                        let cell = index < row.count ? row[index] : Cell("")
                        return style(cell.role, aligned(cell.text, widths[index], column))
                    })
            }
    }

    private func joined(_ cells: [String]) -> String {
        let line = cells.joined(separator: "  ")
        let end = line.lastIndex { $0 != " " }
        return end.map { String(line[...$0]) } ?? ""
    }

    private func aligned(_ text: String, _ width: Int, _ column: Column) -> String {
        let cut = TextLayout.cut(text, to: width)
        return column.isRight ? TextLayout.right(cut, width) : TextLayout.left(cut, width)
    }

    /// Left columns give room first, the widest of them most; then columns go.
    private func fitted(to width: Int) -> [Int] {
        var widths = columns.enumerated().map { index, column in
            rows.reduce(column.title.count) { max($0, index < $1.count ? $1[index].text.count : 0) }
        }
        func excess() -> Int { widths.reduce(0, +) + 2 * max(0, widths.count - 1) - width }
        while excess() > 0 {
            let widest = widths.indices.filter { !columns[$0].isRight && widths[$0] > Self.narrowest }
                .max { widths[$0] < widths[$1] }
            if let widest {
                let next =
                    widths.indices.filter { $0 != widest && !columns[$0].isRight }.map { widths[$0] }
                    .filter { $0 < widths[widest] }.max() ?? Self.narrowest
                widths[widest] -= max(1, min(excess(), widths[widest] - max(next, Self.narrowest)))
            } else if widths.count > 1 {
                widths.removeLast()
            } else {
                widths[0] = max(1, width)
                break
            }
        }
        return widths
    }
}
