package import Wire

/// One event of a tap, and where and when this inspector got it.
package struct TapRecord: Sendable, Hashable {
    package var event: Proto.TapEvent
    /// The endpoint it came from, as the user knows the process.
    package var target: String
    /// By this inspector's clock.
    package var arrivedAt: Moment
    /// The payload, decoded by the schema of the process that sent it. `nil`: none came, or nothing could read it.
    package var body: JSONValue?

    package init(_ event: Proto.TapEvent, from target: String, arrivedAt: Moment, body: JSONValue? = nil) {
        self.event = event
        self.target = target
        self.arrivedAt = arrivedAt
        self.body = body
    }

    /// The process that published it.
    package var process: ProcessKey {
        ProcessKey(service: event.service, instance: event.instance, epoch: event.epoch)
    }

    /// The other end of the envelope.
    package var peer: ProcessKey { ProcessKey(service: event.peerService, instance: event.peerInstance) }

    /// Whether the publisher is the caller of this exchange; `nil` at a drop, which either side may count.
    package var isCallerSide: Bool? {
        switch event.point {
        case .clientSend, .clientReceive: true
        case .serverReceive, .serverSend, .handlerStart: false
        default: nil
        }
    }

    /// `Signaling/Call`: the method without the package all methods share.
    package var shortMethod: String { shortened(method: event.method) }
}

/// `Signaling/Call` of `partyline.v1.Signaling/Call`.
package func shortened(method: String) -> String {
    guard let slash = method.lastIndex(of: "/") else { return method }
    guard let dot = method[..<slash].lastIndex(of: ".") else { return method }
    return String(method[method.index(after: dot)...])
}
