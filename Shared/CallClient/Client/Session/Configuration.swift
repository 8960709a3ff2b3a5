/// Whom a client believes to be its server.
public enum ServerTrust: Sendable, Hashable {
    /// The system's certificate authorities.
    case system
    /// Only the certificates in this PEM file.
    case certificateFile(String)
    /// Anybody. For development on one's own machine.
    case insecureForDevelopment
}

/// The kind of installation. A user has at most one connected session per kind: a newer one kicks the older.
public enum ClientPlatform: Int32, Sendable, Hashable {
    case iOS = 1
    case android = 2
    case web = 3
    case desktop = 4
    case commandLine = 5
}

/// How envelopes travel on the connection.
public enum ClientEncoding: Sendable, Hashable {
    /// Binary frames of protobuf.
    case protobuf
    /// Text frames of the same values.
    case json
}

/// Where the server is and who this installation is.
public struct ClientConfiguration: Sendable, Hashable {
    /// `wss://host:8443`; the path is added.
    public var server: String
    /// Further gateways of the same service, where no balancer stands before them. Each connection goes to the next of
    /// all, beginning anywhere: clients spread, and who is sent away or cut off is elsewhere at once.
    public var alternatives: [String]
    /// Which server certificates are good.
    public var trust: ServerTrust
    /// How envelopes travel.
    public var encoding: ClientEncoding
    /// Stable until the app is deleted: 1 to 64 letters, digits, `-` or `_`.
    public var deviceID: String
    /// For people, in lists of their sessions.
    public var deviceName: String
    /// A user has one session per platform.
    public var platform: ClientPlatform

    public init(
        server: String = "wss://localhost:8443", alternatives: [String] = [], trust: ServerTrust = .system,
        encoding: ClientEncoding = .protobuf, deviceID: String = "", deviceName: String = "",
        platform: ClientPlatform = .desktop
    ) {
        self.server = server
        self.alternatives = alternatives
        self.trust = trust
        self.encoding = encoding
        self.deviceID = deviceID
        self.deviceName = deviceName
        self.platform = platform
    }

    /// The addresses of the client protocol on the servers.
    var urls: [String] {
        ([server] + alternatives).map { server in
            var base = server
            while base.hasSuffix("/") { base.removeLast() }
            return base.hasSuffix("/v1") ? base : base + "/v1"
        }
    }
}
