import Datagram
import Foundation
import MediaCore
import MediaLoop
import ServiceKit
import Testing

@testable import media

@Suite("media configuration")
struct MediaConfigurationTests {
    private func values() -> ConfigurationValues { ConfigurationValues(defaultsOf: MediaConfiguration.keys) }

    @Test("the reference file is the defaults")
    func reference() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Services/Media/Service/reference.conf")
        let text = try String(contentsOf: path, encoding: .utf8)
        #expect(text == ReferenceConfiguration.text(for: MediaConfiguration.self, service: "media"))
        #expect(ReferenceConfiguration.complaints(about: text, for: MediaConfiguration.self, service: "media") == [])
    }

    @Test("the defaults are free of conflicts and give one loop per core, each with its port")
    func defaults() {
        #expect(MediaConfiguration.conflicts(in: values()) == [])
        let configuration = MediaConfiguration(values())
        #expect(configuration.loops.count == ProcessInfo.processInfo.activeProcessorCount)
        #expect(configuration.loops.enumerated().allSatisfy { Int($1.address.port) == 40_000 + $0 })
        #expect(configuration.limits.loops == configuration.loops.count)
    }
}
