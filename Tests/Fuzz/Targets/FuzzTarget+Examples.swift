import Bus
import InspectorCore
import Wire

extension FuzzTarget {
    /// Valid inputs to begin with: chance alone does not find a magic number.
    public var examples: [[UInt8]] {
        switch self {
        case .header: headers
        case .envelope: headers + [[], [8, 2], [8, 1]]
        case .message: messages
        case .json: texts.map { [7] + Array($0.utf8) }
        case .tapTopic: topics.map { Array($0.utf8) }
        case .authentication: questions
        case .recording: recordings
        case .expression: expressions.map { Array($0.utf8) }
        case .tapLine: lines.map { Array($0.utf8) }
        case .schema: [schema(payload: [10, 2, 104, 105, 16, 3]), schema(payload: []), [0, 5, 8, 1], []]
        }
    }

    private func piece(_ bytes: [UInt8]) -> [UInt8] { [UInt8(min(bytes.count, 255))] + bytes.prefix(255) }

    private var headers: [[UInt8]] {
        let plain = Proto.Header(
            version: 1, kind: .request, requestId: 7, method: "partyline.v1.Signaling/Accept", remainingMs: 5_000,
            attempt: 1)
        var full = plain
        full.traceId = [UInt8](repeating: 1, count: 16)
        full.spanId = [UInt8](repeating: 2, count: 8)
        full.shardKey = "call-17"
        full.status = Proto.Status(code: .unavailable, reason: .draining, message: "later", retryAfterMs: 100)
        full.metadata = [Proto.Metadata(key: "k", value: [1, 2])]
        full.identity = Proto.ClientIdentity(userId: "alice")
        full.hello = Proto.Hello(service: "signaling", instance: "s-1", epoch: 3, protocol: 1, schemaHash: 4)
        return [plain, full, Proto.Header(version: 1, kind: .pong, requestId: 1)].compactMap { try? $0.encoded() }
    }

    /// An empty message of each type, and some that are not.
    private var messages: [[UInt8]] {
        let empty = Proto.allMessages.indices.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let header = Proto.allMessages.firstIndex { $0.fullName == Proto.Header.fullName } ?? 0
        return empty + headers.map { [UInt8(header & 0xFF), UInt8(header >> 8)] + $0 }
    }

    private var texts: [String] {
        [
            "{}", "[]", "null", "{\"a\":[1,-2.5e3,true,null,\"\\u00e9\\n\"]}",
            "{\"callId\":\"c1\",\"participantIds\":[\"bob\"],\"mediaKind\":\"MEDIA_KIND_AUDIO\"}", "\"\\ud83d\\ude00\"",
        ]
    }

    private var topics: [String] {
        [
            "E00112233445566ff", "A00112233445566ff", "A00112233445566ff|level=contents|sample=16|budget=1000000",
            "A00112233445566ff|cap=65536|method=partyline.v1.Signaling/|key=call-1|user=alice|control=1",
            "A00112233445566ff|trace=000102030405060708090a0b0c0d0e0f|peer=s-1|who=me%20too",
        ]
    }

    private var questions: [[UInt8]] {
        let key = [UInt8](repeating: 9, count: 32)
        let frames: [[UInt8]] = [
            [], Array("1.0".utf8), [1], Array("bus".utf8), Array("127.0.0.1".utf8), [], Array("CURVE".utf8), key,
        ]
        return [frames.flatMap(piece), frames.dropLast().flatMap(piece), [1, 0], []]
    }

    private var record: TapRecord {
        let event = Proto.TapEvent(
            point: .serverReceive, kind: .request, requestId: 7, method: "partyline.v1.Signaling/Accept",
            traceId: [UInt8](repeating: 1, count: 16), service: "signaling", instance: "s-1")
        return TapRecord(event, from: "tcp://127.0.0.1:7203", arrivedAt: Moment(microseconds: 1_700_000_000_000_000))
    }

    private var recordings: [[UInt8]] {
        var writer = RecordingWriter()
        let begun = writer.begin(
            Recording.Header(createdAt: .zero, tool: "zmqinspect", targets: ["tcp://127.0.0.1:7203"]))
        let whole = begun + writer.add(record) + writer.flush() + writer.finish()
        return [begun, whole, Array(whole.dropFirst(4)), Array(whole.dropLast(3))]
    }

    private var expressions: [String] {
        [
            "method ~ Join and .user == \"x\" and latency > 50ms", "status != ok", "user == bob or not (attempt > 1)",
            "bytes >= 10kB", "payload.call_id == c1",
        ]
    }

    private var lines: [String] { [record.json().text, "{}", "{\"type\":\"event\"}", "[1]"] }

    /// A schema of one message with a text, a number and itself, in 16-byte steps, and a payload.
    private func schema(payload: [UInt8]) -> [UInt8] {
        func field(_ name: String, _ number: UInt8, _ type: UInt8, _ typeName: String = "") -> [UInt8] {
            let named = typeName.isEmpty ? [] : [0x32, UInt8(typeName.utf8.count)] + Array(typeName.utf8)
            let body = [0x0A, UInt8(name.utf8.count)] + Array(name.utf8) + [0x18, number, 0x20, 1, 0x28, type] + named
            return [0x12, UInt8(body.count)] + body
        }
        let message = [0x0A, 1, 77] + field("text", 1, 9) + field("number", 2, 5) + field("own", 3, 11, ".p.M")
        let file =
            [0x0A, 3, 97, 46, 112, 0x12, 1, 112, 0x22, UInt8(message.count)] + message
            + [0x62, 6] + Array("proto3".utf8)
        var set = [0x0A, UInt8(file.count)] + file
        // Filled up with a field that nobody knows.
        while set.count % 16 != 0 {
            set += set.count % 16 == 15 ? [0x7A, 14] + [UInt8](repeating: 0, count: 14) : [0x78, 0]
        }
        return [UInt8(set.count / 16)] + set + payload
    }
}
