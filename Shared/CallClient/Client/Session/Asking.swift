internal import CallClientCore
internal import Synchronization
internal import Wire

/// Runs a request outside the core and turns its failure into the public form.
func asking(_ request: @Sendable () async throws(RPCError) -> Void) async -> Result<Void, ErrorInfo> {
    do throws(RPCError) {
        try await request()
        return .success(())
    } catch {
        return .failure(ErrorInfo(RequestFailure(error)))
    }
}

/// Carries a page of the history from the request to the delivery queue.
final class PageBox: Sendable {
    private let page = Mutex<Proto.QueryRecordsResponse?>(nil)

    var content: Proto.QueryRecordsResponse? { page.withLock { $0 } }

    func fill(_ response: Proto.QueryRecordsResponse) { page.withLock { $0 = response } }
}
