import CallModel
package import Wire

/// Messages that were refused, expired or lost, as the processes tell it: why somebody got no answer.
package struct DropsView: Sendable {
    /// One of them.
    package struct Message: Sendable, Hashable {
        package let process: ProcessKey
        package let cause: String
        package let at: Moment
        package let method: String
        package let traceID: [UInt8]
        package let shardKey: String
        package let peer: ProcessKey
        package let detail: String

        package init(_ message: Proto.DroppedMessage, in process: ProcessKey, askedAt now: Moment) {
            self.process = process
            cause = message.cause
            at =
                message.wallUs == 0
                ? now - .milliseconds(Int64(clamping: message.agoMs))
                : Moment(microseconds: Int64(clamping: message.wallUs))
            method = message.method
            traceID = message.traceId
            shardKey = message.shardKey
            peer = ProcessKey(service: message.peerService, instance: message.peerInstance)
            detail = message.detail
        }

        /// From a tap.
        package init(_ record: TapRecord) {
            process = record.process
            cause = record.event.drop
            at = Moment(microseconds: Int64(clamping: record.event.wallUs))
            method = record.event.method
            traceID = record.event.traceId
            shardKey = record.event.shardKey
            peer = record.peer
            detail = record.event.detail
        }
    }

    /// How often a process dropped something for one cause since it started.
    package struct Count: Sendable, Hashable {
        package let process: ProcessKey
        package let cause: String
        package let value: UInt64
    }

    package private(set) var counts: [Count] = []
    /// Latest first.
    package private(set) var messages: [Message] = []

    package init() {}

    /// Adds one process's answer.
    package mutating func add(_ answer: Proto.DropsResponse, askedAt now: Moment) {
        let process = ProcessKey(service: answer.service, instance: answer.instance)
        counts += answer.causes.map { Count(process: process, cause: $0.name, value: $0.value) }
        messages += answer.messages.map { Message($0, in: process, askedAt: now) }
        counts.sort { ($0.process, $0.cause) < ($1.process, $1.cause) }
        messages.sort { $0.at > $1.at }
    }

    package var total: UInt64 { counts.reduce(0) { $0 &+ $1.value } }

    /// Counts by process and cause, then the messages.
    package func text(at now: Moment, width: Int, style: Style) -> [String] {
        guard !counts.isEmpty || !messages.isEmpty else { return ["nothing was dropped"] }
        var causes = Table([.left("process"), .left("cause"), .right("count"), .left("what it means")])
        for count in counts {
            causes.add([
                Table.Cell(count.process.name, .name), Table.Cell(DropCause.words(count.cause), .bad),
                Table.Cell(String(count.value)), Table.Cell(DropCause.meaning(of: count.cause), .quiet),
            ])
        }
        let list = messages.isEmpty ? [] : [""] + Self.table(messages, at: now).lines(width: width, style: style)
        return causes.lines(width: width, style: style) + list
    }

    package static func table(_ messages: [Message], at now: Moment) -> Table {
        var table = Table([
            .right("ago"), .left("process"), .left("cause"), .left("method"), .left("peer"), .left("key"),
            .left("detail"), .left("trace"),
        ])
        for message in messages {
            table.add([
                Table.Cell(Quantity.short(max(.zero, now - message.at))), Table.Cell(message.process.name, .name),
                Table.Cell(DropCause.words(message.cause), .bad), Table.Cell(shortened(method: message.method)),
                Table.Cell(message.peer.name == "?" ? "" : message.peer.name), Table.Cell(message.shardKey),
                Table.Cell(message.detail), Table.Cell(Hexadecimal.encode(message.traceID), .quiet),
            ])
        }
        return table
    }

    /// One object per count and per message.
    package func jsonLines() -> [String] {
        counts.map { count in
            var members = MemberList()
            members.add("service", count.process.service)
            members.add("instance", count.process.instance)
            members.add("cause", count.cause)
            members.addAlways("count", Int64(clamping: count.value))
            return JSONLine.object(type: .dropCount, members.members).text
        }
            + messages.map { message in
                var members = MemberList()
                members.add("service", message.process.service)
                members.add("instance", message.process.instance)
                members.add("cause", message.cause)
                members.addAlways("at_us", message.at.microseconds)
                members.add("method", message.method)
                members.add("trace_id", Hexadecimal.encode(message.traceID))
                members.add("shard_key", message.shardKey)
                members.add("peer_service", message.peer.service)
                members.add("peer_instance", message.peer.instance)
                members.add("detail", message.detail)
                return JSONLine.object(type: .drop, members.members).text
            }
    }
}
