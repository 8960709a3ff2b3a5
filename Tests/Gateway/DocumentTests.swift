import CallModel
import Foundation
import GatewayCore
import Testing
import WebSocket
import Wire

@testable import gateway

@Suite("docs/gateway.md tells the truth")
struct DocumentTests {
    private let text: String

    init() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/gateway.md")
        text = try String(contentsOf: file, encoding: .utf8)
    }

    @Test("its frames are frames, and its requests requests that a client may make")
    func frames() throws {
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("{\"header\"") }
        #expect(lines.count == 5)
        let directory = MethodDirectory(routes: [:])
        for line in lines {
            let frame = try FrameFormat.text.decode(.text(String(line)))
            guard frame.header.kind == .request else { continue }
            #expect(directory.rule(of: frame.header.method) != .unknown)
            #expect(directory.rule(of: frame.header.method) != .notPublic)
            _ = try frame.request()
        }
    }

    @Test("it lists every end with its close code")
    func closeCodes() {
        let ends: [EdgeEnd] = [
            .loggedOut, .kickedOffline, .loginExpired, .sessionElsewhere, .tooSlowReader, .silent, .noLogin,
            .tooManyFailures, .tooManyFrames, .draining,
        ]
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
        for end in ends {
            #expect(
                rows.contains { $0.hasPrefix("| \(end.closeCode.rawValue) |") && $0.contains(end.reason) },
                "\(end)")
        }
        #expect(rows.contains { $0.hasPrefix("| \(EdgeEnd.violation("").closeCode.rawValue) |") })
    }

    @Test("its limits are the defaults")
    func limits() {
        let policy = EdgePolicy()
        #expect(policy.requestRate == Rate(perSecond: 50, burst: 100))
        #expect(policy.methodRate == Rate(perSecond: 20, burst: 40))
        #expect(policy.requestsInFlight == 64)
        #expect(policy.queuedItems == 1_000)
        #expect(policy.queuedBytes == .kibibytes(512))
        #expect(policy.silenceLimit == .seconds(12))
        #expect(policy.helloTime == .seconds(5))
        #expect(policy.loginTime == .seconds(15))
        #expect(policy.failedLogins == 5)
        #expect(policy.drainTime == .seconds(3))
    }
}
