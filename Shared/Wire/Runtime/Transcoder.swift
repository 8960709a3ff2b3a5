/// One method's messages between their two encodings. The gateway uses it for text frames, tools to show payloads.
public struct Transcoder: Sendable {
    /// The JSON form of a request to its bytes.
    public let requestBytes: @Sendable (JSONValue) throws(WireError) -> [UInt8]
    /// The bytes of a response, or of one item of a stream, to the JSON form.
    public let responseJSON: @Sendable ([UInt8]) throws(WireError) -> JSONValue
    /// The bytes of a request to JSON without its secrets.
    public let redactedRequestJSON: @Sendable ([UInt8]) throws(WireError) -> JSONValue
    /// The bytes of a response to JSON without its secrets.
    public let redactedResponseJSON: @Sendable ([UInt8]) throws(WireError) -> JSONValue
    /// The JSON form of a response to its bytes: the client's direction.
    public let responseBytes: @Sendable (JSONValue) throws(WireError) -> [UInt8]
    /// The bytes of a request to the JSON form: the client's direction.
    public let requestJSON: @Sendable ([UInt8]) throws(WireError) -> JSONValue
    /// The bytes of a request with its secrets masked.
    public let maskedRequest: @Sendable ([UInt8], SecretMask) throws(WireError) -> [UInt8]
    /// The bytes of a response, or of one item of a stream, with its secrets masked.
    public let maskedResponse: @Sendable ([UInt8], SecretMask) throws(WireError) -> [UInt8]

    init<Request: WireMessage, Response: WireMessage>(_ request: Request.Type, _ response: Response.Type) {
        requestBytes = { json throws(WireError) in try Request(json: json).encoded() }
        responseBytes = { json throws(WireError) in try Response(json: json).encoded() }
        requestJSON = { bytes throws(WireError) in try Request(decoding: bytes).json() }
        responseJSON = { bytes throws(WireError) in try Response(decoding: bytes).json() }
        redactedRequestJSON = { bytes throws(WireError) in try Request(decoding: bytes).redacted().json() }
        redactedResponseJSON = { bytes throws(WireError) in try Response(decoding: bytes).redacted().json() }
        maskedRequest = { bytes, mask throws(WireError) in
            try Request(decoding: bytes).masked(by: mask).encoded()
        }
        maskedResponse = { bytes, mask throws(WireError) in
            try Response(decoding: bytes).masked(by: mask).encoded()
        }
    }
}
