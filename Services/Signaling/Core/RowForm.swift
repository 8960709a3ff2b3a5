import CallModel

/// What can stand in a row: writes what its `Encodable` conformance gives.
package protocol RowForm {
    /// Appends the value, its members in the order of their names' bytes.
    func write(to row: inout RowWriter)
}

extension Bool: RowForm {
    package func write(to row: inout RowWriter) { row.write(self) }
}

extension Int: RowForm {
    package func write(to row: inout RowWriter) { row.write(self) }
}

extension UInt32: RowForm {
    package func write(to row: inout RowWriter) { row.write(self) }
}

extension UInt64: RowForm {
    package func write(to row: inout RowWriter) { row.write(self) }
}

extension String: RowForm {
    package func write(to row: inout RowWriter) { row.write(self) }
}

extension UserID: RowForm {
    package func write(to row: inout RowWriter) { row.write(rawValue) }
}

extension DeviceID: RowForm {
    package func write(to row: inout RowWriter) { row.write(rawValue) }
}

extension SessionID: RowForm {
    package func write(to row: inout RowWriter) { row.write(rawValue) }
}

extension CallID: RowForm {
    package func write(to row: inout RowWriter) { row.write(rawValue) }
}

extension WallTime: RowForm {
    package func write(to row: inout RowWriter) { row.write(milliseconds) }
}

extension WallSpan: RowForm {
    package func write(to row: inout RowWriter) { row.write(milliseconds) }
}

extension MediaNode: RowForm {
    package func write(to row: inout RowWriter) { row.write(endpoint) }
}

extension MediaKind: RowForm {
    package func write(to row: inout RowWriter) { row.write(rawValue) }
}

extension EndReason: RowForm {
    package func write(to row: inout RowWriter) { row.write(rawValue) }
}

extension CallDirection: RowForm {
    package func write(to row: inout RowWriter) { row.write(rawValue) }
}

extension RingProgress: RowForm {
    package func write(to row: inout RowWriter) { row.write(rawValue) }
}

extension Platform: RowForm {
    package func write(to row: inout RowWriter) { row.write(rawValue) }
}
