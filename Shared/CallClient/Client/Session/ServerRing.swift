/// The gateways a client may use.
struct ServerRing {
    private let urls: [String]
    private var position: Int

    /// `start`: which comes first; any number does.
    init(_ urls: [String], startingAt start: Int) {
        self.urls = urls
        position = urls.isEmpty ? 0 : Int(UInt(bitPattern: start) % UInt(urls.count))
    }

    /// All of them, in the order in which the next connection is to try them: beginning after the one that the last
    /// connection began with, which sent the client away or was lost.
    mutating func next() -> [String] {
        guard !urls.isEmpty else { return [] }
        defer { position = (position + 1) % urls.count }
        return Array(urls[position...] + urls[..<position])
    }
}
