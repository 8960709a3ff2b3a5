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

    @Test("clients are told an address they can use: a literal, or with auto the host's own; never a wildcard")
    func advertisedAddress() throws {
        func complaints(_ address: String) throws -> [String] {
            let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../Services/Media/Service/reference.conf")
            let text = try String(contentsOf: path, encoding: .utf8)
                .replacing("advertised-address = 127.0.0.1", with: "advertised-address = \(address)")
            return ReferenceConfiguration.complaints(about: text, for: MediaConfiguration.self, service: "media")
                .filter { !$0.contains("its default is") }
        }
        #expect(try complaints("192.0.2.7") == [])
        #expect(try complaints("media.example").count == 1)
        #expect(try complaints("0.0.0.0").count == 1)
        let hasAddress = (try? SocketAddress.ofThisHost()) != nil
        #expect(try complaints("auto").count == (hasAddress ? 0 : 1))
    }
}
