public import Bus
public import Database

extension Database {
    /// Whether the store answers a question, as it would answer a call's.
    public func health() async -> HealthState {
        do {
            _ = try await transaction { try $0.query("SELECT 1") }
            return .serving
        } catch DatabaseError.overloaded {
            // It works, and refuses what is too much. To be left out would only move the load.
            return .serving
        } catch {
            return .notServing("store: \(error)")
        }
    }
}
