import CallModel
package import Wire

/// Who is connected to whom, put together from what every process says of itself.
package struct TopologyView: Sendable {
    /// One process that answered, or one that others know.
    package struct Process: Sendable, Hashable {
        package let key: ProcessKey
        /// `nil`: it did not answer, but others are connected with it.
        package let stats: Proto.StatsResponse?
    }

    /// A connection, from the one who made it.
    package struct Link: Sendable, Hashable {
        package let from: ProcessKey
        package let to: ProcessKey
        /// As the connecting side says, with what only the other one knows; as the other one says if that did not answer.
        package internal(set) var peer: Proto.PeerStats

        /// Calls can be made over it.
        package var isWell: Bool {
            peer.isConnected && ["", "ready", "resting"].contains(peer.state)
        }
    }

    /// An endpoint that was asked and gave no answer.
    package struct Silent: Sendable, Hashable {
        package let target: String
        package let cause: String

        package init(target: String, cause: String) {
            self.target = target
            self.cause = cause
        }
    }

    package let processes: [Process]
    package let links: [Link]
    package let silent: [Silent]

    package init(_ answers: [Proto.StatsResponse], silent: [Silent] = []) {
        self.silent = silent.sorted { $0.target < $1.target }
        var known: [Place: Process] = [:]
        for answer in answers {
            known[Place(answer.service, answer.instance)] = Process(key: answer.key, stats: answer)
        }
        var found: [Pair: Ends] = [:]
        for answer in answers {
            for peer in answer.peers { Self.add(peer, of: answer.key, &known, &found) }
        }
        processes = known.values.sorted { ($0.rank, $0.key) < ($1.rank, $1.key) }
        links = found.values.compactMap(\.link).sorted {
            ($0.from, $0.to, $0.peer.endpoint) < ($1.from, $1.to, $1.peer.endpoint)
        }
    }

    private struct Place: Hashable {
        let service: String
        let instance: String

        init(_ service: String, _ instance: String) {
            self.service = service
            self.instance = instance
        }
    }

    /// Two ends; a connection that was never made has an endpoint instead of a second one.
    private struct Pair: Hashable {
        let from: Place
        let to: Place
        let endpoint: String
    }

    /// What the two sides of a connection say about it.
    private struct Ends {
        let from: ProcessKey
        let to: ProcessKey
        var connector: Proto.PeerStats?
        var acceptor: Proto.PeerStats?

        var link: Link? {
            guard var peer = connector else { return acceptor.map { Link(from: from, to: to, peer: $0) } }
            if let acceptor { peer.complete(with: acceptor) }
            return Link(from: from, to: to, peer: peer)
        }
    }

    private static func add(
        _ peer: Proto.PeerStats, of own: ProcessKey, _ known: inout [Place: Process], _ found: inout [Pair: Ends]
    ) {
        let other = ProcessKey(service: peer.service, instance: peer.instance, epoch: peer.epoch)
        let isConnector = !peer.endpoint.isEmpty
        let (from, to) = isConnector ? (own, other) : (other, own)
        let places = (Place(from.service, from.instance), Place(to.service, to.instance))
        if !other.instance.isEmpty, known[Place(other.service, other.instance)] == nil {
            known[Place(other.service, other.instance)] = Process(key: other, stats: nil)
        }
        // Without an instance nobody has answered there: the endpoint is all that is known.
        let pair = Pair(from: places.0, to: places.1, endpoint: other.instance.isEmpty ? peer.endpoint : "")
        var ends = found[pair] ?? Ends(from: from, to: to)
        if isConnector { ends.connector = peer } else { ends.acceptor = peer }
        found[pair] = ends
    }

    /// Connections that carry nothing, processes that do not answer, clocks that disagree: what to look at first.
    package var problems: [String] {
        silent.map { "\(printable($0.target)) does not answer: \(printable($0.cause))" }
            + links.filter { !$0.isWell }.map { link in
                let to = link.to.instance.isEmpty ? link.peer.endpoint : link.to.name
                let state = link.peer.state.isEmpty ? "not connected" : link.peer.state
                let event = link.peer.lastEvent.isEmpty ? "" : ", \(link.peer.lastEvent)"
                return printable("\(link.from.name) → \(to): \(state)\(event)")
            }
            + links.filter { $0.peer.clockOffsetUs.magnitude >= Self.clockTolerance }.map { link in
                let seconds = link.peer.clockOffsetUs.magnitude / 1_000_000
                return printable("\(link.from.name) → \(link.to.name): the clocks are \(seconds) s apart")
            }
    }

    /// More is no error of the measurement: a clock was set, or runs alone. In microseconds.
    private static let clockTolerance: UInt64 = 1_000_000
}

extension Proto.StatsResponse {
    fileprivate var key: ProcessKey { ProcessKey(service: service, instance: instance, epoch: epoch) }
}

extension Proto.PeerStats {
    /// Adds what only the accepting side knows: what waits there for its reader, streams, and what happened since.
    fileprivate mutating func complete(with acceptor: Proto.PeerStats) {
        queuedBytes &+= acceptor.queuedBytes
        streams = acceptor.streams
        creditBytes = acceptor.creditBytes
        guard !acceptor.lastEvent.isEmpty, acceptor.lastEvent != "connected", acceptor.lastEventAgoMs < lastEventAgoMs
        else { return }
        lastEvent = acceptor.lastEvent
        lastEventAgoMs = acceptor.lastEventAgoMs
    }
}

extension TopologyView.Process {
    /// Services in the order a call passes them.
    fileprivate var rank: Int { Lifeline.Role(service: key.service).rawValue }
}

extension TopologyView {
    /// Processes, links, and what is wrong.
    package func text(width: Int, style: Style) -> [String] {
        var lines = processTable.lines(width: width, style: style)
        if !links.isEmpty { lines += [""] + linkTable.lines(width: width, style: style) }
        let problems = problems
        if !problems.isEmpty { lines += [""] + problems.map { style(.bad, TextLayout.cut("✗ \($0)", to: width)) } }
        return lines
    }

    private var processTable: Table {
        var table = Table([
            .left("process"), .left("service"), .left("version"), .right("up"), .right("running"), .right("queued"),
            .right("bytes"), .right("taps"), .left("encrypted"), .left("bus"), .left("epoch"),
        ])
        for process in processes {
            guard let stats = process.stats else {
                table.add([
                    Table.Cell(process.key.instance, .name), Table.Cell(process.key.service),
                    Table.Cell("not asked", .quiet),
                ])
                continue
            }
            table.add([
                Table.Cell(stats.instance, .name), Table.Cell(stats.service), Table.Cell(stats.version),
                Table.Cell(Quantity.short(.milliseconds(Int64(clamping: stats.uptimeMs)))),
                Table.Cell(String(stats.runningHandlers)),
                Table.Cell(String(stats.queuedRequests), stats.queuedRequests == 0 ? .plain : .warning),
                Table.Cell(Quantity.bytes(stats.queuedRequestBytes)), Table.Cell(String(stats.tapSubscribers)),
                Table.Cell(stats.isEncrypted ? "yes" : "no", stats.isEncrypted ? .good : .warning),
                Table.Cell(stats.busEndpoint), Table.Cell(Hexadecimal.encode(stats.epoch), .quiet),
            ])
        }
        return table
    }

    private var linkTable: Table {
        var table = Table([
            .left("from"), .left("to"), .left("state"), .right("rtt"), .right("clock"), .right("in flight"),
            .right("queued"), .right("credit"), .right("lost"), .left("last event"), .left("role"), .left("endpoint"),
        ])
        for link in links {
            let peer = link.peer
            let clock = Quantity.signed(.microseconds(peer.clockOffsetUs))
            table.add([
                Table.Cell(link.from.name, .name), Table.Cell(link.to.name, .name),
                Table.Cell(
                    peer.state.isEmpty ? (peer.isConnected ? "ready" : "lost") : peer.state, link.isWell ? .good : .bad),
                Table.Cell(peer.rttUs == 0 ? "-" : Quantity.short(.microseconds(Int64(peer.rttUs)))),
                Table.Cell(peer.rttUs == 0 ? "-" : clock), Table.Cell(String(peer.inFlight)),
                Table.Cell(Quantity.bytes(peer.queuedBytes), peer.queuedBytes == 0 ? .plain : .warning),
                credit(peer), Table.Cell(String(peer.reconnectsTotal)), Table.Cell(lastEvent(peer)),
                Table.Cell(peer.role),
                Table.Cell(peer.endpoint, .quiet),
            ])
        }
        return table
    }

    /// Of streams; without credit they wait for their reader.
    private func credit(_ peer: Proto.PeerStats) -> Table.Cell {
        guard peer.streams > 0 else { return Table.Cell("-") }
        guard peer.creditBytes > 0 else { return Table.Cell("none", .warning) }
        return Table.Cell(Quantity.bytes(UInt64(peer.creditBytes)))
    }

    private func lastEvent(_ peer: Proto.PeerStats) -> String {
        guard !peer.lastEvent.isEmpty else { return "" }
        let event = "\(peer.lastEvent) \(Quantity.short(.milliseconds(Int64(clamping: peer.lastEventAgoMs)))) ago"
        guard peer.retryInMs > 0 else { return event }
        return "\(event), again in \(Quantity.short(.milliseconds(Int64(peer.retryInMs))))"
    }

    /// A Mermaid flowchart.
    package func mermaid() -> String {
        var lines = ["flowchart LR"]
        for (index, process) in processes.enumerated() {
            let name = SequenceMermaid.escaped("\(process.key.service) \(process.key.instance)")
            lines.append("    P\(index)[\"\(name)\"]")
        }
        for (index, link) in links.enumerated() {
            guard let from = node(link.from) else { continue }
            var words = link.peer.state.isEmpty ? "" : link.peer.state
            if link.peer.rttUs > 0 { words += " \(Quantity.short(.microseconds(Int64(link.peer.rttUs))))" }
            let arrow = link.isWell ? "-->" : "-.->"
            let label = words.isEmpty ? "" : "|\"\(SequenceMermaid.escaped(words))\"|"
            if let to = node(link.to) {
                lines.append("    \(from) \(arrow)\(label) \(to)")
            } else {
                lines.append(
                    "    \(from) \(arrow)\(label) E\(index)[\"\(SequenceMermaid.escaped(link.peer.endpoint))\"]")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func node(_ key: ProcessKey) -> String? {
        processes.firstIndex { $0.key.service == key.service && $0.key.instance == key.instance }.map { "P\($0)" }
    }

    /// One object per process, link and silent target. Numbers are those of `Introspect/Stats`.
    package func jsonLines() -> [String] {
        processes.map { process in
            var members = MemberList()
            if let stats = process.stats {
                members.add(process: stats)
            } else {
                members.add("service", process.key.service)
                members.add("instance", process.key.instance)
                members.add("epoch", process.key.epoch == 0 ? "" : Hexadecimal.encode(process.key.epoch))
                members.add("has_answered", false)
            }
            return JSONLine.object(type: .process, members.members).text
        } + links.map { Self.json($0).text }
            + silent.map {
                JSONLine.object(
                    type: .silent, [.init("target", .string($0.target)), .init("cause", .string($0.cause))]
                ).text
            }
    }

    private static func json(_ link: Link) -> JSONValue {
        let peer = link.peer
        var members = MemberList()
        members.add("from_service", link.from.service)
        members.add("from_instance", link.from.instance)
        members.add("to_service", link.to.service)
        members.add("to_instance", link.to.instance)
        members.add("endpoint", peer.endpoint)
        members.add("state", peer.state)
        members.append("is_connected", .bool(peer.isConnected))
        members.add("rtt_us", peer.rttUs)
        members.add("clock_offset_us", peer.clockOffsetUs)
        members.addAlways("in_flight", Int64(peer.inFlight))
        members.addAlways("queued_bytes", Int64(clamping: peer.queuedBytes))
        members.add("streams", peer.streams)
        if peer.streams > 0 { members.addAlways("credit_bytes", peer.creditBytes) }
        members.add("retry_in_ms", peer.retryInMs)
        members.add("sent_total", peer.sentTotal)
        members.add("received_total", peer.receivedTotal)
        members.add("reconnects_total", peer.reconnectsTotal)
        members.add("last_event", peer.lastEvent)
        members.add("last_event_ago_ms", peer.lastEventAgoMs)
        members.add("role", peer.role)
        return JSONLine.object(type: .link, members.members)
    }
}

extension MemberList {
    /// What a process says of itself.
    package mutating func add(process stats: Proto.StatsResponse) {
        add("service", stats.service)
        add("instance", stats.instance)
        add("epoch", stats.epoch == 0 ? "" : Hexadecimal.encode(stats.epoch))
        add("version", stats.version)
        add("uptime_ms", stats.uptimeMs)
        add("bus_endpoint", stats.busEndpoint)
        add("tap_endpoint", stats.tapEndpoint)
        add("tap_subscribers", stats.tapSubscribers)
        add("is_encrypted", stats.isEncrypted)
        addAlways("running_handlers", stats.runningHandlers)
        addAlways("queued_requests", stats.queuedRequests)
        addAlways("queued_request_bytes", stats.queuedRequestBytes)
        add("has_answered", true)
    }
}
