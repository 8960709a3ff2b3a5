import Foundation
import TestSupport
import Testing

@testable import ZeroMQ

/// Threads, descriptors and the end of a context.
@Suite(.timeLimit(.minutes(1))) struct ThreadTests {
    @Test("F13: the descriptor of a socket is quiet while a message waits; the poller is not")
    func edgeTriggered() throws {
        let context = try Context()
        let left = try Socket(context, .pair)
        try left.bind("inproc://edge")
        let right = try Socket(context, .pair)
        try right.connect("inproc://edge")
        for word in [1, 2] as [UInt8] { #expect(try left.send([word]) == .sent) }
        #expect(try right.readBack(HiddenOption.events) & 1 == 1)
        #expect(try next(of: right)?.frames == [[1]])

        var plain = Poller()
        let descriptor = plain.watch(descriptor: try right.readBack(HiddenOption.descriptor), for: .readable)
        _ = try plain.wait(.zero)
        #expect(plain.readiness(of: descriptor) == [], "whoever waits on the descriptor alone waits for ever")
        #expect(try isReadable(right, within: .zero))
        #expect(try next(of: right)?.frames == [[2]])
    }

    @Test("F14: unsent messages hold up the end of a context for ever when sockets linger")
    func lingering() async {
        await #expect(processExitsWith: .exitCode(7)) {
            Thread.detachNewThread { try? leaveUnsent(lingering: true) }
            exit(ended.wait(timeout: .now() + 0.7) == .success ? 8 : 7)
        }
    }

    @Test("F14: with the overlay's options a context ends at once, whatever was not sent")
    func notLingering() async {
        await #expect(processExitsWith: .exitCode(8)) {
            Thread.detachNewThread { try? leaveUnsent(lingering: false) }
            exit(ended.wait(timeout: .now() + 20) == .success ? 8 : 7)
        }
    }

    @Test("F15: no descriptor of libzmq is inherited by a child")
    func inheritance() async {
        await #expect(processExitsWith: .success) {
            let before = Set(try descriptors())
            let context = try Context()
            let router = try Socket(context, .router)
            let monitor = try Monitor(context, of: router)
            try router.bind("tcp://127.0.0.1:0")
            let dealer = try Socket(context, .dealer)
            try dealer.connect(try router.lastEndpoint())
            guard try sendEventually([[1]], on: dealer), try isReadable(router) else { exit(2) }
            let wakeup = try Wakeup()
            let made = try descriptors().filter { !before.contains($0) }
            // Listener, both ends of the connection, event descriptors and epolls of two threads.
            guard made.count > 8, monitor.socket.type == .pair, wakeup.descriptor >= 0 else { exit(3) }
            for descriptor in made {
                guard let info = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8),
                    let flags = info.split(separator: "\n").first(where: { $0.hasPrefix("flags:") }),
                    let number = Int(flags.dropFirst(6).trimmingCharacters(in: .whitespaces), radix: 8)
                else { continue }
                guard number & Int(O_CLOEXEC) != 0 else { exit(4) }
            }
        }
    }
}

private func descriptors() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
}

/// Signalled when a context has ended.
private let ended = DispatchSemaphore(value: 0)

/// A socket with messages for somebody who never comes, closed, and then its context.
private func leaveUnsent(lingering: Bool) throws {
    try queueForNobody(lingering)
    ended.signal()
}

private func queueForNobody(_ isLingering: Bool) throws {
    let socket = try Socket(try Context(), .dealer)
    if isLingering { try socket.force(HiddenOption.linger, -1) }
    try socket.connect(ReservedPort().endpoint)
    for _ in 0..<10 { _ = try socket.send([1, 2, 3]) }
}
