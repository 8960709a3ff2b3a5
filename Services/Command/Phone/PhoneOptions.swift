import CommandLineKit
import CallClient
import CallModel
import Foundation
import UserSig

/// What the command line says about a phone.
struct PhoneOptions {
    let configuration: ClientConfiguration
    let sdkAppID: Int32
    let userID: String
    let userSig: String
    let isJSON: Bool
    let isMuted: Bool
    let isStrict: Bool
    let play: String?
    let isLooping: Bool
    let record: String?

    static let options: [Option] = [
        .value("server"), .value("user"), .value("usersig"), .value("keys"), .value("app-id"), .value("play"),
        .flag("loop"), .value("record"), .flag("json"), .value("device"), .value("platform"), .flag("insecure"),
        .value("ca"), .value("encoding"), .flag("muted"), .flag("strict"),
    ]

    init(_ arguments: Arguments) throws {
        try arguments.refuseRest()
        userID = try arguments.required("user")
        guard let user = UserID(validating: userID) else {
            throw ArgumentFailure(message: "--user takes 1 to 32 letters, digits, '-' or '_'")
        }
        let device = arguments["device"] ?? "phone-\(userID)"
        guard DeviceID(validating: device) != nil else {
            throw ArgumentFailure(message: "--device takes 1 to 64 letters, digits, '-' or '_'")
        }
        let servers = try Self.servers(arguments)
        configuration = ClientConfiguration(
            server: servers[0], alternatives: Array(servers.dropFirst()), trust: try Self.trust(arguments),
            encoding: try Self.encoding(arguments), deviceID: device, deviceName: "partyline phone",
            platform: try Self.platform(arguments))
        (sdkAppID, userSig) = try Self.credential(arguments, user)
        isJSON = arguments.has("json")
        isMuted = arguments.has("muted")
        isStrict = arguments.has("strict")
        play = arguments["play"]
        isLooping = arguments.has("loop")
        record = arguments["record"]
    }

    /// `wss://host:port`, several separated by commas; at least one.
    static func servers(_ arguments: Arguments) throws(ArgumentFailure) -> [String] {
        let servers = (arguments["server"] ?? "wss://localhost:8443").split(separator: ",").map(String.init)
        guard !servers.isEmpty else { throw ArgumentFailure(message: "--server takes wss://host:port") }
        return servers
    }

    static func trust(_ arguments: Arguments) throws(ArgumentFailure) -> ServerTrust {
        guard let file = arguments["ca"] else { return arguments.has("insecure") ? .insecureForDevelopment : .system }
        guard !arguments.has("insecure") else {
            throw ArgumentFailure(message: "--ca and --insecure exclude each other")
        }
        return .certificateFile(file)
    }

    private static func encoding(_ arguments: Arguments) throws(ArgumentFailure) -> ClientEncoding {
        switch arguments["encoding"] ?? "protobuf" {
        case "protobuf": return .protobuf
        case "json": return .json
        default: throw ArgumentFailure(message: "--encoding is protobuf or json")
        }
    }

    private static func platform(_ arguments: Arguments) throws(ArgumentFailure) -> ClientPlatform {
        let names: [String: ClientPlatform] = [
            "ios": .iOS, "android": .android, "web": .web, "desktop": .desktop, "command-line": .commandLine,
        ]
        guard let platform = names[arguments["platform"] ?? "command-line"] else {
            throw ArgumentFailure(message: "--platform is ios, android, web, desktop or command-line")
        }
        return platform
    }

    /// A given UserSig, or one made here from the server's own keys.
    private static func credential(_ arguments: Arguments, _ user: UserID) throws -> (Int32, String) {
        let givenApp = try arguments.integer("app-id", in: 1...Int(Int32.max), default: 1_400_000_000)
        if let token = arguments["usersig"] { return (Int32(givenApp), token) }
        guard let file = arguments["keys"] else {
            throw ArgumentFailure(message: "--usersig or --keys is missing")
        }
        let keys = try KeyFile(reading: URL(fileURLWithPath: file))
        let app = arguments["app-id"] == nil ? keys.sdkAppID : UInt32(givenApp)
        let signing = KeyFile(sdkAppID: app, secretKey: keys.secretKey)
        return (Int32(truncatingIfNeeded: app), signing.userSig(for: user, expire: 86_400, at: Date()))
    }
}
