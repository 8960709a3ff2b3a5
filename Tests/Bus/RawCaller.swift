import TestSupport
import Testing
import Wire

/// A caller that speaks the protocol by hand over plain TCP, one message at a time.
final class RawCaller {
    private let connection: PlainTCP
    private var arrived: [UInt8]

    init(_ endpoint: String) async throws {
        let port = try #require(endpoint.split(separator: ":").last.flatMap { UInt16($0) })
        connection = try #require(PlainTCP(port: port))
        arrived = try #require(await connection.shakeHands(as: "DEALER"))
    }

    func send(_ header: [UInt8], _ payload: [UInt8]) throws {
        try #require(connection.write(ZMTPBytes.frame(header, more: true) + ZMTPBytes.frame(payload)))
    }

    /// The header of the next message.
    func receive() async throws -> Proto.Header {
        let header = try await frame()
        _ = try await frame()
        return try Proto.Header(decoding: header)
    }

    func close() { connection.finish() }

    private func frame() async throws -> [UInt8] {
        try await fill(2)
        let isLong = arrived[0] & 2 != 0
        try await fill(isLong ? 9 : 2)
        let head = isLong ? 9 : 2
        let length = isLong ? arrived[1..<9].reduce(0) { $0 << 8 | Int($1) } : Int(arrived[1])
        try await fill(head + length)
        defer { arrived.removeFirst(head + length) }
        return Array(arrived[head..<head + length])
    }

    private func fill(_ count: Int) async throws {
        while arrived.count < count {
            // Not on the tasks' pool, which the other tests share.
            let connection = connection
            let arrival = await onThread { connection.read(within: .seconds(20)) }
            guard case .bytes(let bytes) = arrival else { throw Silence() }
            arrived += bytes
        }
    }

    private struct Silence: Error {}
}
