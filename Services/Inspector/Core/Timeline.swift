/// Exchanges on one clock: the inspector's.
///
/// Clocks are corrected by what was measured. Where that still shows a request arriving before it was sent, or an answer
/// before it was given, the called process is moved as a whole by the least that mends it, and `shifts` says so. What
/// no common shift mends is clamped, and the exchange is marked.
package struct Timeline: Sendable {
    /// The five points of one exchange.
    package struct Points: Sendable, Hashable {
        package var clientSend: Moment?
        package var serverReceive: Moment?
        package var handlerStart: Moment?
        package var serverSend: Moment?
        package var clientReceive: Moment?
        /// Half the longest round trip of the clocks that are compared. `nil`: at least one was never measured.
        package var uncertainty: Duration?
        /// A point had to be moved so that effects follow causes.
        package var isClamped = false

        /// The way there. `nil` unless both ends were seen.
        package var networkOut: Duration? { span(clientSend, serverReceive) }

        /// The way back.
        package var networkBack: Duration? { span(serverSend, clientReceive) }

        private func span(_ start: Moment?, _ end: Moment?) -> Duration? {
            guard let start, let end else { return nil }
            return max(.zero, end - start)
        }
    }

    /// A process whose measured clock contradicted the order of cause and effect, and by how much it was moved.
    package private(set) var shifts: [ProcessKey: Duration] = [:]
    private let clocks: ClockMap

    package init(_ exchanges: [Exchange], clocks: ClockMap) {
        self.clocks = clocks
        for _ in 0..<8 {
            var hasMoved = false
            for exchange in exchanges where exchange.client != exchange.server {
                hasMoved = align(exchange) || hasMoved
            }
            if !hasMoved { break }
        }
    }

    /// Where the points of an exchange lie.
    package func points(of exchange: Exchange) -> Points {
        var points = rough(exchange)
        points.uncertainty = uncertainty(of: exchange)
        if let sent = points.clientSend, let received = points.serverReceive, received < sent {
            points.serverReceive = sent
            points.isClamped = true
        }
        if let start = points.handlerStart, let received = points.serverReceive, start < received {
            points.handlerStart = received
        }
        if let answered = points.serverSend, let heard = points.clientReceive, heard < answered {
            points.serverSend = heard
            points.isClamped = true
        }
        return points
    }

    /// When a process saw something, on the common clock.
    package func moment(_ sighting: Exchange.Sighting, of process: ProcessKey) -> Moment {
        clocks.corrected(sighting, of: process).moment + (shifts[process] ?? .zero)
    }

    private func rough(_ exchange: Exchange) -> Points {
        let (client, server) = (exchange.client, exchange.server)
        return Points(
            clientSend: exchange.clientSend.map { moment($0, of: client) },
            serverReceive: exchange.serverReceive.map { moment($0, of: server) },
            handlerStart: exchange.handlerStart.map { moment($0, of: server) },
            serverSend: exchange.serverSend.map { moment($0, of: server) },
            clientReceive: exchange.clientReceive.map { moment($0, of: client) })
    }

    private func uncertainty(of exchange: Exchange) -> Duration? {
        let sides = [(exchange.clientSend, exchange.client), (exchange.serverReceive, exchange.server)]
        var widest = Duration.zero
        for case (let sighting?, let process) in sides {
            guard let own = clocks.corrected(sighting, of: process).uncertainty else { return nil }
            widest = max(widest, own)
        }
        return widest
    }

    /// Moves the called process if the exchange says that it must be. An answer that nobody waited for any more may come
    /// as late as it likes.
    private mutating func align(_ exchange: Exchange) -> Bool {
        let points = rough(exchange)
        var move = Duration.zero
        if let sent = points.clientSend, let received = points.serverReceive, received < sent {
            move = sent - received
        } else if let answered = points.serverSend, let heard = points.clientReceive, heard < answered,
            exchange.cancelled == nil
        {
            move = heard - answered
        }
        guard move != .zero else { return false }
        shifts[exchange.server, default: .zero] += move
        return true
    }
}
