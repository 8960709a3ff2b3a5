import CallModel
import Database
import ServiceKit
import ServiceStore
import SignalingCore

/// What signaling can be told from outside. `reference.conf` lists every key with its default.
struct SignalingConfiguration: ServiceConfiguration {
    static let keys =
        ConfigurationKey.common(busPort: 7103) + [
            .path("data-dir", default: "state", "Folder of signaling.db; made if it is not there.")
        ] + ConfigurationKey.store + [
            .endpoints("presence", default: "tcp://127.0.0.1:7102", "Where presence is."),
            .endpoints("push", default: "tcp://127.0.0.1:7104", "Where push is."),
            .endpoints("media", default: "tcp://127.0.0.1:7105", "The media nodes that calls are placed on."),
            .integer(
                "participants-max", default: 32, in: 2...1_000,
                "Participants in a call or ringing for it at the same time, the caller included."),
            .duration(
                "accept-grace", default: "2s", in: .zero...(.seconds(10)),
                "How long after its deadline a ring may still be answered, for taps that are on their way."),
            .duration(
                "ring-confirm", default: "3s", in: .seconds(1)...(.seconds(60)),
                "How long a device may take to say that it has a ring before it gets it again, by connection and by push."
            ),
            .flag(
                "call-waiting", default: false,
                "Whether a user in a call may be rung by a second one, and place one while the first is on hold. Otherwise he is busy."
            ),
            .duration(
                "repeat-caller", default: "3m", in: .zero...(.seconds(3_600)),
                "Who calls a user that does not want to be disturbed again within this gets through. 0: nobody does."),
            .duration(
                "session-sweep", default: "2s", in: .milliseconds(100)...(.seconds(60)),
                "How often the sessions of running calls are looked up in presence."),
            .duration(
                "device-grace", default: "10s", in: .seconds(1)...(.seconds(300)),
                "How long a device in a call may be without a connection before it counts as lost."),
            .duration(
                "call-retention", default: "24h", in: .seconds(60)...(.seconds(2_592_000)),
                "How long the outcome of an ended call can be asked for. Records are kept until their user deletes them."
            ),
            .path(
                "transition-log",
                "File that gets every decision on a call as one line of JSON, for --replay. Empty: none. Holds user ids."
            ),
        ]

    static func conflicts(in values: ConfigurationValues) -> [String] {
        var conflicts = StoreConfiguration.conflicts(in: values)
        for peer in ["presence", "media"] where values.endpoints(peer).isEmpty {
            conflicts.append("\(peer) must name at least one endpoint: without it there are no calls")
        }
        return conflicts
    }

    var store: StoreConfiguration
    var presence: [String]
    var push: [String]
    var media: [String]
    var limits: CallLimits
    var ringRules: RingRules
    var sessionSweep: Duration
    var deviceGrace: Duration
    var callRetention: Duration
    var transitionLog: String

    init(_ values: ConfigurationValues) {
        store = StoreConfiguration(values, file: "signaling.db")
        // Decisions compare versions and count what they write.
        store.location.isolation = .readCommitted
        presence = values.endpoints("presence")
        push = values.endpoints("push")
        media = values.endpoints("media")
        limits = CallLimits(
            participants: values.integer("participants-max"),
            acceptGrace: WallSpan(milliseconds: values.duration("accept-grace").wholeMilliseconds),
            confirmAfter: WallSpan(milliseconds: values.duration("ring-confirm").wholeMilliseconds))
        ringRules = RingRules(
            repeatWindow: values.duration("repeat-caller"), isWaitingOn: values.flag("call-waiting"))
        sessionSweep = values.duration("session-sweep")
        deviceGrace = values.duration("device-grace")
        callRetention = values.duration("call-retention")
        transitionLog = values.path("transition-log")
    }
}
