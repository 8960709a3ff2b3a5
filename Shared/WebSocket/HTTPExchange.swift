/// A plain HTTP request to a WebSocket server. Bodies are not read.
public struct HTTPRequest: Sendable, Hashable {
    /// `GET` or `HEAD`: others are refused before the responder is asked.
    public let method: String
    /// Percent-decoded and normalised, without the query.
    public let path: String

    public init(method: String, path: String) {
        self.method = method
        self.path = path
    }
}

/// The answer to a plain HTTP request. The connection is closed after it.
public struct HTTPResponse: Sendable, Hashable {
    /// The HTTP status code.
    public var status: Int
    /// As in the header of that name.
    public var contentType: String
    public var body: [UInt8]

    public init(status: Int, contentType: String = "text/plain", body: [UInt8] = []) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    /// A line of text.
    public static func text(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(status: status, body: Array((text + "\n").utf8))
    }

    /// 404, for every path nobody answers.
    public static let notFound = HTTPResponse.text(404, "not found")
}
