import Datagram
import Testing

@testable import gateway

@Suite("What a gateway calls itself")
struct ReachableEndpointTests {
    private let host = SocketAddress(ip: "172.18.0.7", port: 0)

    @Test("a wildcard becomes the host's address; anything else stays")
    func wildcard() {
        #expect(ReachableEndpoint.of("tcp://0.0.0.0:7101") { host } == "tcp://172.18.0.7:7101")
        #expect(ReachableEndpoint.of("tcp://[::]:7101") { host } == "tcp://172.18.0.7:7101")
        #expect(ReachableEndpoint.of("tcp://127.0.0.1:7101") { host } == "tcp://127.0.0.1:7101")
        #expect(ReachableEndpoint.of("ipc:///run/gateway") { host } == "ipc:///run/gateway")
    }

    @Test("an IPv6 host is written in brackets, and a host without an address changes nothing")
    func otherHosts() {
        #expect(
            ReachableEndpoint.of("tcp://[::]:7101") { SocketAddress(ip: "fd00::7", port: 0) } == "tcp://[fd00::7]:7101")
        #expect(ReachableEndpoint.of("tcp://0.0.0.0:7101") { nil } == "tcp://0.0.0.0:7101")
    }
}
