public import Database
public import ServiceKit

/// A service's store as its first part: waited for at the start, closed when all others have ended.
public struct StorePart: Part {
    /// How often a server that is away is looked for.
    private static let lookEvery = Duration.milliseconds(250)

    public let name = "store"
    private let database: Database
    private let clock: any ServiceClock
    private let log: Log

    public init(_ database: Database, clock: any ServiceClock, log: Log) {
        self.database = database
        self.clock = clock
        self.log = log
    }

    /// Returns when the store answers. One that is away is waited for; one that refuses, or is not what it should be, is
    /// thrown.
    public func start() async throws {
        var isTold = false
        while true {
            do {
                _ = try await database.transaction { try $0.query("SELECT 1") }
                if isTold { log.notice("store found", [:]) }
                return
            } catch let error as DatabaseError where error.passes {
                if !isTold { log.error("store awaited", ["cause": "\(error)"]) }
                isTold = true
                try await clock.sleep(for: Self.lookEvery)
            }
        }
    }

    /// Whoever still wants something of it is refused.
    public func drain(within limit: Duration) async { await database.close() }
}

extension DatabaseError {
    /// Whether it may be over in a moment, without anybody's doing anything to this process.
    fileprivate var passes: Bool {
        switch self {
        case .unavailable, .conflict, .busy, .overloaded, .outcomeUnknown: true
        default: false
        }
    }
}
