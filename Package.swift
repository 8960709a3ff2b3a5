// swift-tools-version: 6.2
// Partyline: the layers of ARCHITECTURE.md as targets. What a target may import is decided here;
// `make layers` checks what the manifest alone cannot see.
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// A hand-written Swift library.
func library(
    _ name: String, _ path: String, _ dependencies: [Target.Dependency] = [], features: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path,
        swiftSettings: strict + features.map { .enableExperimentalFeature($0) })
}

/// A process: `main.swift` and the shell around a core.
func executable(_ name: String, _ path: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: path, exclude: excluded(path), swiftSettings: strict)
}

/// A Debian C library: a module map and `shim.h`, imported by its one overlay.
func raw(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, path: "Shared/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// Tests mirror the target of the same name.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], path: "Tests/\(name)",
        swiftSettings: strict)
}

/// The reference configuration files that lie beside a service's sources.
func excluded(_ path: String) -> [String] {
    path.hasSuffix("/Service") ? ["reference.conf"] : []
}

let rawTargets: [Target] = [
    raw("CZeroMQ", pkgConfig: "libzmq", apt: "libzmq3-dev"),
    raw("COpus", pkgConfig: "opus", apt: "libopus-dev"),
    raw("CSRTP", pkgConfig: "libsrtp2", apt: "libsrtp2-dev"),
    raw("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    raw("COpenSSL", pkgConfig: "openssl", apt: "libssl-dev"),
    raw("CWebSockets", pkgConfig: "libwebsockets", apt: "libwebsockets-dev"),
    raw("CSpeexDSP", pkgConfig: "speexdsp", apt: "libspeexdsp-dev"),
    raw("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    raw("CProtobufC", pkgConfig: "libprotobuf-c", apt: "libprotobuf-c-dev"),
    .target(name: "CWire", dependencies: ["CProtobufC"], path: "Shared/CWire"),
    .target(name: "CDatagram", path: "Shared/CDatagram"),
]

let shared: [Target] = [
    // Vocabulary, kernel, pure parts.
    library("CallModel", "Shared/CallModel"),
    library("Realtime", "Shared/Realtime"),
    library("Mixing", "Shared/Mixing", ["Realtime"]),
    library("RTP", "Shared/RTP", ["CallModel"]),
    // Overlays: each the only importer of its C library.
    library("ZeroMQ", "Shared/ZeroMQ", ["CZeroMQ"]),
    library("Opus", "Shared/Opus", ["COpus"]),
    library("SRTP", "Shared/SRTP", ["CSRTP"]),
    library("Database", "Shared/Database", ["CSQLite"]),
    library("Crypto", "Shared/Crypto", ["COpenSSL"]),
    library("WebSocket", "Shared/WebSocket", ["CWebSockets"]),
    library("Resampler", "Shared/Resampler", ["CSpeexDSP"]),
    library("Zlib", "Shared/Zlib", ["CZlib"]),
    // Lifetimes: packets are handed out as spans into the arena that holds them.
    library("Datagram", "Shared/Datagram", ["CDatagram"], features: ["Lifetimes"]),
    // The wire contract and what stands on it.
    library("Wire", "Shared/Wire", ["CWire", "CallModel"]),
    .executableTarget(
        name: "WireGenerator", dependencies: ["CWire"], path: "Shared/WireGenerator", swiftSettings: strict),
    library("UserSig", "Shared/UserSig", ["Crypto", "Zlib", "CallModel"]),
    library("Bus", "Shared/Bus", ["ZeroMQ", "Wire", "CallModel"]),
    library("ServiceKit", "Shared/ServiceKit", ["Bus", "Wire", "CallModel"]),
    // The client SDK.
    library("CallClientCore", "Shared/CallClient/Core", ["CallModel"]),
    library(
        "CallClient", "Shared/CallClient/Client",
        ["CallClientCore", "CallModel", "RTP", "Wire", "WebSocket", "Opus", "SRTP", "Resampler", "Datagram"]),
]

let services: [Target] = [
    library("GatewayCore", "Services/Gateway/Core", ["CallModel"]),
    library("PresenceCore", "Services/Presence/Core", ["CallModel"]),
    library("SignalingCore", "Services/Signaling/Core", ["CallModel"]),
    library("PushCore", "Services/Push/Core", ["CallModel"]),
    library("MediaCore", "Services/Media/Core", ["CallModel", "RTP"]),
    // The thread that owns rooms, apart from the bus, so that it is built, tested and sanitized alone.
    library(
        "MediaLoop", "Services/Media/Loop",
        ["MediaCore", "CallModel", "RTP", "Mixing", "Realtime", "Opus", "SRTP", "Datagram"]),
    executable(
        "gateway", "Services/Gateway/Service",
        ["GatewayCore", "CallModel", "Wire", "Bus", "ServiceKit", "WebSocket", "Crypto"]),
    executable(
        "presence", "Services/Presence/Service",
        ["PresenceCore", "CallModel", "Wire", "Bus", "ServiceKit", "Database", "Crypto", "UserSig"]),
    executable(
        "signaling", "Services/Signaling/Service",
        ["SignalingCore", "CallModel", "Wire", "Bus", "ServiceKit", "Database", "Crypto"]),
    executable(
        "push", "Services/Push/Service",
        ["PushCore", "CallModel", "Wire", "Bus", "ServiceKit", "Database", "Crypto"]),
    executable(
        "media", "Services/Media/Service",
        [
            "MediaCore", "MediaLoop", "CallModel", "Wire", "Bus", "ServiceKit", "Realtime", "Datagram", "Crypto",
        ]),
    executable(
        "partyline", "Services/Command",
        ["CallClient", "CallModel", "Wire", "Bus", "ServiceKit", "UserSig", "Crypto", "ZeroMQ"]),
]

let testTargets: [Target] = [
    library("TestSupport", "Tests/TestSupport"),
    tests("CallModel", ["CallModel"]),
    tests("Realtime", ["Realtime"]),
    tests("Mixing", ["Mixing", "Realtime"]),
    tests("RTP", ["RTP", "CallModel"]),
    tests("ZeroMQ", ["ZeroMQ"]),
    tests("Opus", ["Opus"]),
    tests("SRTP", ["SRTP"]),
    tests("Database", ["Database"]),
    tests("Crypto", ["Crypto"]),
    tests("WebSocket", ["WebSocket", "Crypto"]),
    tests("Resampler", ["Resampler"]),
    tests("Zlib", ["Zlib"]),
    tests("Datagram", ["Datagram"]),
    tests("Wire", ["Wire", "CallModel"]),
    tests("UserSig", ["UserSig", "Crypto", "Zlib", "CallModel"]),
    tests("Bus", ["Bus", "Wire", "ZeroMQ", "CallModel"]),
    tests("ServiceKit", ["ServiceKit", "Bus", "Wire", "CallModel"]),
    tests("CallClientCore", ["CallClientCore", "CallModel"]),
    tests("CallClient", ["CallClient", "CallClientCore", "CallModel", "RTP", "Wire"]),
    tests("Gateway", ["GatewayCore", "gateway", "CallModel", "Wire", "Bus", "WebSocket", "Crypto", "ServiceKit"]),
    tests(
        "Presence",
        ["PresenceCore", "presence", "CallModel", "Wire", "Bus", "Database", "UserSig", "Crypto", "ServiceKit"]),
    tests("Signaling", ["SignalingCore", "signaling", "CallModel", "Wire", "Bus", "Database", "ServiceKit"]),
    tests("Push", ["PushCore", "push", "CallModel", "Wire", "Bus", "Database", "ServiceKit"]),
    tests(
        "Media",
        [
            "MediaCore", "MediaLoop", "media", "CallModel", "Wire", "Bus", "RTP", "Mixing", "Realtime", "Opus", "SRTP",
            "Datagram", "ServiceKit",
        ]),
    tests("Simulation", ["SignalingCore", "PresenceCore", "PushCore", "CallClientCore", "CallModel"]),
    tests(
        "EndToEnd",
        [
            "CallClient", "CallModel", "Wire", "Bus", "ServiceKit", "UserSig", "Crypto", "ZeroMQ", "WebSocket",
            "Datagram",
        ]),
    tests("RealtimeSafety", ["Mixing", "Realtime", "RTP", "Opus", "SRTP", "MediaLoop", "CRealtimeSanitizer"]),
    .target(name: "CRealtimeSanitizer", path: "Tests/CRealtimeSanitizer"),
]

let products: [Product] = [
    .library(name: "CallClient", targets: ["CallClient"]),
    .executable(name: "gateway", targets: ["gateway"]),
    .executable(name: "presence", targets: ["presence"]),
    .executable(name: "signaling", targets: ["signaling"]),
    .executable(name: "push", targets: ["push"]),
    .executable(name: "media", targets: ["media"]),
    .executable(name: "partyline", targets: ["partyline"]),
]

/// `PARTYLINE_ONLY=RTPTests swift test` builds those targets (comma separated) and what they stand on, nothing else.
func selected(_ all: [Target]) -> [Target] {
    guard let only = Context.environment["PARTYLINE_ONLY"], !only.isEmpty else { return all }
    var names = Set(only.split(separator: ",").map(String.init))
    var size = -1
    while size != names.count {
        size = names.count
        for target in all where names.contains(target.name) {
            for case .byNameItem(let name, _) in target.dependencies { names.insert(name) }
        }
    }
    return all.filter { names.contains($0.name) }
}

let targets = selected(rawTargets + shared + services + testTargets)
let package = Package(
    name: "partyline",
    products: products.filter { product in targets.contains { $0.name == product.name } },
    targets: targets
)
