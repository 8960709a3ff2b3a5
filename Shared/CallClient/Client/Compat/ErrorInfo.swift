internal import CallClientCore

/// Why something the app asked for failed. The codes are the public ones; docs/phone.md lists those that occur.
public struct ErrorInfo: Error, Sendable, Hashable {
    /// The public error number.
    public var code: Int
    /// For logs; an app shows its own text by code.
    public var message: String

    public init(code: Int, message: String) {
        self.code = code
        self.message = message
    }
}

/// Called exactly once, on a thread of the SDK.
public typealias CompletionClosure = @Sendable (Result<Void, ErrorInfo>) -> Void

extension ErrorInfo {
    init(_ failure: RequestFailure) {
        self.init(code: failure.publicCode, message: failure.message.isEmpty ? "refused" : failure.message)
    }
}

/// The asynchronous form of a method with a completion.
func completing(_ body: (@escaping CompletionClosure) -> Void) async throws(ErrorInfo) {
    let result = await withCheckedContinuation { continuation in
        body { continuation.resume(returning: $0) }
    }
    try result.get()
}
