import CallModel
import PushCore
import Wire

/// A push on its way: what every provider needs.
struct OutgoingPush: Sendable {
    /// The same over all attempts, so that a provider can tell a repetition.
    let id: String
    let token: [UInt8]
    let topic: String
    let payload: [UInt8]
    /// Not to be delivered after it.
    let deadline: WallTime
}

/// Hands pushes to one vendor. One file per provider.
protocol PushProvider: Sendable {
    /// Gives the event that the job is to hear: taken, refused, or unanswered. Must return within the job's patience.
    func send(_ push: OutgoingPush) async -> PushJob.Event
}

/// The providers this build knows, by their number in the contract.
struct PushProviders: Sendable {
    private let log: any PushProvider

    init(log: any PushProvider) { self.log = log }

    /// `folder` is where providers that write keep their files.
    init(folder: String) { self.init(log: LogProvider(file: folder + "/push.log")) }

    /// `nil`: a provider that this build does not know.
    subscript(provider: Proto.PushProvider) -> (any PushProvider)? {
        provider == .log ? log : nil
    }

    func isKnown(_ provider: Proto.PushProvider) -> Bool { self[provider] != nil }
}
