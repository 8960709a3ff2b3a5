import Datagram
import Testing

@Suite("The host's own address")
struct HostAddressTests {
    @Test("the host's own address is one that others can use and that this host can bind")
    func ofThisHost() throws {
        let address: SocketAddress
        do throws(DatagramError) {
            address = try SocketAddress.ofThisHost()
        } catch .addressNotAvailable {
            return  // a host without any network
        }
        #expect(address.port == 0 && !address.isWildcard)
        #expect(!address.ip.hasPrefix("127.") && address.ip != "::1")
        #expect(try DatagramSocket(binding: address).localAddress.ip == address.ip)
    }

    @Test("0.0.0.0 and :: are wildcards, other addresses are not")
    func wildcards() {
        #expect(SocketAddress("0.0.0.0:7101")?.isWildcard == true)
        #expect(SocketAddress("[::]:7101")?.isWildcard == true)
        #expect(SocketAddress("127.0.0.1:7101")?.isWildcard == false)
        #expect(SocketAddress("[::1]:7101")?.isWildcard == false)
    }
}
