import CallModel
import Testing

@testable import Bus

@Suite struct AddressBookTests {
    private let start = MonotonicInstant.zero + .seconds(1_000)
    private let target = AddressBook.Target(host: "signaling", port: 7103)

    private func at(_ seconds: Double) -> MonotonicInstant {
        start + .milliseconds(Int((seconds * 1_000).rounded()))
    }
    private func endpoints(_ numbers: Int...) -> [String] { numbers.map { "tcp://10.0.0.\($0):7103" } }

    private func opened(_ addresses: [String] = []) -> AddressBook {
        var book = AddressBook(timing: BusTiming())
        book.open(target, now: start)
        #expect(book.takeDue(start) == ["signaling"])
        if !addresses.isEmpty { _ = book.answered("signaling", addresses, now: start) }
        return book
    }

    @Test("addresses are added at once; an answer is told apart into added, kept and missing")
    func diff() {
        var book = opened(["10.0.0.1", "10.0.0.2"])
        #expect(book.endpoints(of: target) == endpoints(1, 2))
        let change = book.answered("signaling", ["10.0.0.3", "10.0.0.2"], now: at(3))[target]
        #expect(change == .init(added: endpoints(3), kept: endpoints(2), missing: endpoints(1)))
        #expect(book.endpoints(of: target) == endpoints(1, 2, 3))
    }

    @Test("a missing address goes when its connection does, or after 30 s, and is forgiven if it comes back")
    func removal() {
        var book = opened(["10.0.0.1", "10.0.0.2", "10.0.0.3"])
        _ = book.answered("signaling", ["10.0.0.3"], now: at(3))
        #expect(book.prune(now: at(3)) { $0 != "tcp://10.0.0.2:7103" } == true)
        #expect(book.endpoints(of: target) == endpoints(1, 3))
        _ = book.answered("signaling", ["10.0.0.3"], now: at(6))
        #expect(book.prune(now: at(32.9)) { _ in true } == false)
        var forgiven = book
        _ = forgiven.answered("signaling", ["10.0.0.1", "10.0.0.3"], now: at(32.9))
        #expect(forgiven.prune(now: at(33)) { _ in true } == false)
        #expect(book.prune(now: at(33)) { _ in true } == true)
        #expect(book.endpoints(of: target) == endpoints(3))
    }

    @Test("an address that answers still have stays, whatever its connection does")
    func unhealthyButListed() {
        var book = opened(["10.0.0.1"])
        #expect(book.prune(now: at(100)) { _ in false } == false)
        #expect(book.endpoints(of: target) == endpoints(1))
    }

    @Test("empty and failed answers change nothing, and the name is asked again in time")
    func badAnswers() {
        var book = opened(["10.0.0.1"])
        #expect(book.takeDue(at(3)) == ["signaling"])
        #expect(book.answered("signaling", [], now: at(3)).isEmpty)
        #expect(book.takeDue(at(6)) == ["signaling"])
        book.failed("signaling", now: at(6))
        #expect(book.prune(now: at(1_000)) { _ in false } == false)
        #expect(book.endpoints(of: target) == endpoints(1))
        #expect(book.nextDue == at(9))
    }

    @Test("a name is not asked twice at a time, however long it hangs; others are")
    func hanging() {
        var book = opened()
        book.open(.init(host: "media", port: 7105), now: at(0))
        #expect(book.takeDue(at(1)) == ["media"])
        #expect(book.nextDue == nil)
        #expect(book.takeDue(at(100)).isEmpty)
        _ = book.answered("media", ["10.0.1.1"], now: at(101))
        #expect(book.nextDue == at(104))
        #expect(book.takeDue(at(104)) == ["media"])
    }

    @Test("a loss has its name asked soon; one during a lookup, once more after it")
    func loss() {
        var book = opened(["10.0.0.1"])
        #expect(book.nextDue == at(3))
        book.lost("tcp://10.0.0.1:7104", now: at(1))
        #expect(book.nextDue == at(3))
        book.lost("tcp://10.0.0.1:7103", now: at(1))
        #expect(book.nextDue == at(1.1))
        #expect(book.takeDue(at(1.1)) == ["signaling"])
        book.lost("tcp://10.0.0.1:7103", now: at(1.2))
        _ = book.answered("signaling", ["10.0.0.1"], now: at(2))
        #expect(book.nextDue == at(2.1))
    }

    @Test("a name lives as long as a channel uses it, and one name may serve several ports")
    func users() {
        var book = opened(["10.0.0.1", "fd00::1"])
        let other = AddressBook.Target(host: "signaling", port: 9)
        book.open(other, now: at(0))
        book.open(target, now: at(0))
        #expect(book.endpoints(of: other) == ["tcp://10.0.0.1:9", "tcp://[fd00::1]:9"])
        book.close(target)
        book.close(other)
        #expect(book.endpoints(of: target) == ["tcp://10.0.0.1:7103", "tcp://[fd00::1]:7103"])
        book.close(target)
        #expect(book.isEmpty && book.nextDue == nil)
        #expect(book.answered("signaling", ["10.0.0.1"], now: at(4)).isEmpty)
    }
}

@Suite struct BusTargetTests {
    @Test("literals and paths are endpoints, names are names, the rest is nothing")
    func forms() {
        #expect(BusTarget("tcp://127.0.0.1:7101") == .endpoint("tcp://127.0.0.1:7101"))
        #expect(BusTarget("tcp://[::1]:7101") == .endpoint("tcp://[::1]:7101"))
        #expect(BusTarget("ipc:///run/x") == .endpoint("ipc:///run/x"))
        #expect(BusTarget("tcp://signaling:7103") == .name(host: "signaling", port: 7103))
        #expect(BusTarget("tcp://a_1.b-2.example:1") == .name(host: "a_1.b-2.example", port: 1))
        for text in [
            "", "tcp://", "tcp://a", "tcp://a:", "tcp://:1", "tcp://a:0", "tcp://a:65536", "tcp://*:1", "tcp://a:1x",
            "tcp://10.0.0.256:1", "tcp://1:1", "tcp://-a:1", "tcp://a-:1", "tcp://a..b:1", "udp://a:1", "ipc://",
            "tcp://\(String(repeating: "a", count: 64)):1", "tcp://a:+1", "ipc://\(String(repeating: "a", count: 101))",
        ] {
            #expect(BusTarget(text) == nil, "\(text)")
        }
        #expect(BusTarget("tcp://\(String(repeating: "a", count: 63)):1") != nil)
        #expect(BusTarget("ipc://\(String(repeating: "a", count: 100))") != nil)
    }

    @Test("one binds to addresses, not to names")
    func binding() {
        for text in ["tcp://*:7101", "tcp://0.0.0.0:0", "tcp://[::]:1", "ipc:///run/x"] {
            #expect(BusTarget.isBindable(text), "\(text)")
        }
        for text in ["tcp://localhost:1", "tcp://*", "udp://*:1", ""] {
            #expect(!BusTarget.isBindable(text), "\(text)")
        }
    }
}
