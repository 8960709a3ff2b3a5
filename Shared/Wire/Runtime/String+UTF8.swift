extension String {
    /// A copy of these bytes if they are UTF-8. (`String(validating:as:)` costs four times as much: it is not
    /// specialised for UTF-8.)
    init?(validUTF8 bytes: Span<UInt8>) {
        guard let text = try? UTF8Span(validating: bytes) else { return nil }
        self.init(copying: text)
    }
}
