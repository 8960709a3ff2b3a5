import Foundation
import TestSupport
import Testing

@testable import ZeroMQ

/// File descriptors running out: libzmq checks for that with assertions that stay on in release builds.
@Suite(.serialized, .timeLimit(.minutes(1))) struct DescriptorTests {
    @Test("F22: whichever step finds no descriptor left throws, none aborts, and all work once there are some again")
    func runningOut() async {
        await #expect(processExitsWith: .success) {
            var refusals = 0
            for spare in 0..<40 {
                let taken = takeDescriptors(leaving: spare)
                do { try everyStep() } catch is ZeroMQError { refusals += 1 }
                for descriptor in taken { close(descriptor) }
            }
            guard refusals > 10, refusals < 30 else { exit(3) }
            try everyStep()
        }
    }

    @Test("F22: a listener without descriptors leaves connections waiting and takes them when there are some again")
    func acceptingLater() async {
        await #expect(processExitsWith: .success) {
            let context = try Context()
            let router = try Socket(context, .router)
            let monitor = try Monitor(context, of: router)
            try router.bind("tcp://127.0.0.1:0")
            let port = try router.lastEndpoint().split(separator: ":").last.flatMap { UInt16($0) } ?? 0
            // The client's end takes the last descriptor.
            let taken = takeDescriptors(leaving: 1)
            guard !Context.hasDescriptorsLeft, let first = PlainTCP(port: port) else { exit(2) }
            guard first.read(within: .milliseconds(200)) == .nothing else { exit(3) }
            for descriptor in taken { close(descriptor) }
            // libzmq greets whom it has accepted.
            guard Context.hasDescriptorsLeft, case .bytes = first.read(within: .seconds(10)) else { exit(4) }
            let dealer = try Socket(context, .dealer, connectingOptions())
            try dealer.connect(try router.lastEndpoint())
            guard try sendEventually([[5]], on: dealer), try isReadable(router) else { exit(5) }
            guard try next(of: router)?.frames[1] == [5], monitor.socket.type == .pair else { exit(6) }
        }
    }
}

/// Makes one of everything a node needs.
private func everyStep() throws {
    let context = try Context()
    let wakeup = try Wakeup()
    let router = try Socket(context, .router)
    let monitor = try Monitor(context, of: router)
    try router.bind("tcp://127.0.0.1:0")
    let dealer = try Socket(context, .dealer, connectingOptions())
    var watcher = try Monitor(context, of: dealer)
    try dealer.connect(try router.lastEndpoint())
    // Connecting and accepting are done by libzmq's thread, which has nobody to throw at.
    _ = try waitFor(.handshakeSucceeded, on: &watcher, within: .milliseconds(50))
    guard monitor.socket.type == .pair, wakeup.descriptor >= 0 else { exit(9) }
}

/// Opens descriptors until the process may have no more, and gives some back.
private func takeDescriptors(leaving spare: Int) -> ArraySlice<Int32> {
    var limit = rlimit(rlim_cur: 256, rlim_max: 256)
    unsafe _ = setrlimit(__rlimit_resource_t(7), &limit)  // RLIMIT_NOFILE
    var taken: [Int32] = []
    while case let descriptor = unsafe open("/", O_RDONLY), descriptor >= 0 { taken.append(descriptor) }
    for descriptor in taken.suffix(spare) { close(descriptor) }
    return taken.dropLast(spare)
}
