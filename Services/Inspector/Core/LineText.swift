import CallModel
import Wire

/// One event or exchange on one line, for `watch` and `grep`.
package struct LineText: Sendable {
    private let style: Style
    /// Payloads are shown, cut to the width.
    private let showsPayload: Bool

    package init(style: Style, showsPayload: Bool = false) {
        self.style = style
        self.showsPayload = showsPayload
    }

    /// `12:57:11.004210 gateway-1 → signaling-1 request Signaling/Call alice calls bob (312 B)`
    package func line(_ record: TapRecord, at moment: Moment? = nil) -> String {
        let event = record.event
        let time = moment ?? Moment(microseconds: Int64(clamping: event.wallUs))
        let isOutward = event.point == .clientSend || event.point == .serverSend
        var words = [style(.quiet, time.timeOfDay), style(.name, printable(record.process.name))]
        if event.point == .drop {
            words.append(style(.bad, "dropped \(printable(DropCause.words(event.drop, event.detail)))"))
        } else {
            words.append(style(.arrow, isOutward ? "→" : "←"))
        }
        words.append(printable(record.peer.name))
        words.append(style(.number, event.point == .handlerStart ? "start" : JSONWord.of(event.kind)))
        words.append(printable(record.shortMethod))
        if event.attempt > 1 { words.append(style(.warning, "attempt \(event.attempt)")) }
        if event.itemSequence > 0 { words.append("#\(event.itemSequence)") }
        if event.credit > 0 { words.append("credit \(Quantity.bytes(event.credit))") }
        if let status = event.status { words.append(style(status.code == .ok ? .good : .bad, StatusWords.of(status))) }
        words.append(printable(detail(of: record)))
        words.append(style(.quiet, facts(of: record)))
        return join(words, record.body)
    }

    /// `12:57:11.004210 gateway-1 → signaling-1 Signaling/Call alice calls bob OK 1.24 ms: net …`
    package func line(_ exchange: Exchange, at moment: Moment? = nil) -> String {
        let sighting = exchange.clientSend ?? exchange.serverReceive ?? exchange.clientReceive ?? exchange.serverSend
        var words = [style(.quiet, (moment ?? sighting?.wall ?? .zero).timeOfDay)]
        words.append(style(.name, printable(exchange.client.name)))
        words.append(style(.arrow, "→"))
        words.append(style(.name, printable(exchange.server.name)))
        words.append(printable(exchange.shortMethod))
        if exchange.attempt > 1 { words.append(style(.warning, "attempt \(exchange.attempt)")) }
        words.append(
            printable(Narration.request(exchange.shortMethod, exchange.request, by: exchange.identity)))
        words.append(style(exchange.isFailure || exchange.state != .ended ? .bad : .good, ending(of: exchange)))
        words.append(printable(Narration.answer(exchange.shortMethod, exchange.response)))
        if exchange.isStream { words.append(Narration.counted(exchange.itemCount, "item")) }
        words += exchange.drops.map { style(.bad, "dropped: \(printable(DropCause.words($0.cause, $0.detail)))") }
        words.append(
            style(
                .quiet,
                CallStory.words(
                    StoryStep.Timing(
                        total: exchange.total ?? exchange.atServer, network: exchange.network, queue: exchange.queue,
                        handler: exchange.handler))))
        return join(words, exchange.request)
    }

    /// Everything that is known of an exchange, over several lines.
    package func details(_ exchange: Exchange) -> [String] {
        var lines = [line(exchange), ""]
        let points: [(String, Exchange.Sighting?, Exchange.Sighting?)] = [
            ("request sent", exchange.clientSend, exchange.clientSend),
            ("request arrived", exchange.serverReceive, exchange.serverReceive),
            ("handler started", exchange.handlerStart, exchange.serverReceive),
            ("answer sent", exchange.serverSend, exchange.serverReceive),
            ("answer arrived", exchange.clientReceive, exchange.clientSend),
            ("cancelled", exchange.cancelled, exchange.cancelled), ("given up", exchange.givenUp, exchange.givenUp),
        ]
        for case (let name, let sighting?, let origin) in points {
            let since = origin.map { sighting.since($0) } ?? .zero
            lines.append(
                "  " + TextLayout.left(name, 16) + style(.quiet, sighting.wall.timeOfDay)
                    + (since > .zero ? "  +\(Quantity.short(since))" : ""))
        }
        let facts: [(String, String)] = [
            ("trace", Hexadecimal.encode(exchange.traceID)), ("span", Hexadecimal.encode(exchange.spanID)),
            ("parent span", Hexadecimal.encode(exchange.parentSpanID)), ("key", exchange.shardKey),
            ("user", exchange.identity?.userId ?? ""), ("device", exchange.identity?.deviceId ?? ""),
            ("deadline", exchange.remainingMilliseconds == 0 ? "" : "\(exchange.remainingMilliseconds) ms"),
            ("slack", exchange.slack.map(Quantity.short) ?? ""),
            ("bytes", "\(exchange.requestBytes) asked, \(exchange.responseBytes) answered"),
            ("request", exchange.request?.text ?? ""), ("response", exchange.response?.text ?? ""),
        ]
        for (name, value) in facts where !value.isEmpty {
            lines.append("  " + TextLayout.left(name, 16) + printable(value))
        }
        return lines
    }

    private func ending(of exchange: Exchange) -> String {
        switch exchange.state {
        case .orphanRequest: "no answer (\(exchange.whereItStopped))"
        case .orphanReply: "\(StatusWords.of(exchange)) to a request that was not seen"
        case .evicted: "not followed to its end"
        case .open: "under way"
        case .ended: StatusWords.of(exchange)
        }
    }

    private func detail(of record: TapRecord) -> String {
        switch record.event.kind {
        case .request: Narration.request(record.shortMethod, record.body, by: record.event.identity)
        case .response: Narration.answer(record.shortMethod, record.body)
        case .item: Narration.item(record.shortMethod, record.body)
        default: ""
        }
    }

    private func facts(of record: TapRecord) -> String {
        let event = record.event
        var facts: [String] = []
        if event.payloadBytes > 0 { facts.append(Quantity.bytes(event.payloadBytes)) }
        if event.isPayloadCut { facts.append("cut") }
        if event.remainingMs > 0 { facts.append("\(event.remainingMs) ms left") }
        if !event.shardKey.isEmpty { facts.append("key \(printable(event.shardKey))") }
        return facts.isEmpty ? "" : "(\(facts.joined(separator: ", ")))"
    }

    private func join(_ words: [String], _ body: JSONValue?) -> String {
        let line = words.filter { !$0.isEmpty }.joined(separator: " ")
        guard showsPayload, let body else { return line }
        return line + " " + style(.quiet, printable(body.text))
    }
}
