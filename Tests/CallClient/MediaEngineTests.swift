import CallModel
import Datagram
import Foundation
import Synchronization
import TestSupport
import Testing
import Wire

@testable import CallClient

/// Two engines on real sockets, threads and clocks, through a relay; every wait has a deadline.
@Suite("Media engine", .serialized)
struct MediaEngineTests {
    /// One phone: an engine, what it says and what it hears.
    private final class Phone: Sendable {
        let engine: MediaEngine
        let sink = SampleSink()
        private let events = Events()

        init(saying sound: [Int16], policy: MediaPolicy = MediaPolicy()) {
            let events = events
            engine = MediaEngine(
                source: SampleSource(sound, isLooping: true), sink: sink, policy: policy, onEvent: { events.add($0) })
        }

        var heard: [Int16] { sink.samples }
        var news: [MediaEngine.Event] { events.all }

        var timeToFirstAudio: Duration? {
            for case .firstAudio(let delay) in news { return delay }
            return nil
        }

        func hasLost(era: UInt32) -> Bool { news.contains(.lost(era: era)) }
    }

    private final class Events: Sendable {
        private let list = Mutex<[MediaEngine.Event]>([])

        func add(_ event: MediaEngine.Event) { list.withLock { $0.append(event) } }

        var all: [MediaEngine.Event] { list.withLock { $0 } }
    }

    private func grants(_ relay: MediaRelay, era: UInt32 = 1, seed: UInt64 = 1) -> [Proto.MediaGrant] {
        var random = SeededGenerator(seed: seed)
        let keys = [random.bytes(30), random.bytes(30)]
        return (0...1).map { side in
            Proto.MediaGrant(
                callId: "call", era: era, address: "127.0.0.1", port: UInt32(relay.ports[side]),
                sendSsrc: 100 + UInt32(side), receiveSsrc: 100 + UInt32(1 - side), sendKey: keys[side],
                receiveKey: keys[1 - side], payloadType: 111, ptimeMs: 20, levelExtensionId: 1, bitrateBps: 32_000)
        }
    }

    /// A sound whose place is easy to find: a sweep up and down, with a syllable's rhythm.
    private func sweep(from low: Double, to high: Double) -> [Int16] {
        var phase = 0.0
        return (0..<144_000).map { index in
            let position = Double(index) / 144_000
            phase += (low + (high - low) * (position < 0.5 ? position : 1 - position) * 2) / 48_000
            let rhythm = 0.6 + 0.4 * sin(2 * .pi * Double(index) / 12_000)
            return Int16(sin(2 * .pi * phase) * rhythm * 9_000)
        }
    }

    /// How well what was heard matches what was said: the median over quarters of a second, as the delay may be corrected
    /// by a frame between them.
    private func likeness(_ heard: [Int16], _ said: [Int16]) -> Double {
        let parts = (1...8).filter { $0 * 12_000 <= heard.count }.map { part -> Double in
            let start = heard.count - part * 12_000
            return likeness(ofPart: Array(heard[start..<start + 12_000]), said)
        }
        return parts.isEmpty ? 0 : parts.sorted()[parts.count / 2]
    }

    /// Best normalised correlation over all lags of the loop: first in coarse steps, then sample by sample around the
    /// best.
    private func likeness(ofPart part: [Int16], _ said: [Int16]) -> Double {
        func correlation(lag: Int, step: Int) -> Double {
            var (product, own, other) = (0.0, 0.0, 0.0)
            for index in stride(from: 0, to: part.count, by: step) {
                let (left, right) = (Double(part[index]), Double(said[(index + lag + said.count) % said.count]))
                product += left * right
                own += left * left
                other += right * right
            }
            return own > 0 && other > 0 ? product / (own * other).squareRoot() : 0
        }
        let coarse = stride(from: 0, to: said.count, by: 24).map { ($0, correlation(lag: $0, step: 97)) }
        let near = coarse.max { $0.1 < $1.1 }?.0 ?? 0
        return (near - 24...near + 24).map { correlation(lag: $0, step: 13) }.max() ?? 0
    }

    private func wait(_ what: Comment, _ seconds: Double = 8, until condition: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while !condition() {
            try #require(ContinuousClock.now < end, what)
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test("two engines hear each other's sound, soon and well")
    func conversation() async throws {
        let relay = try MediaRelay()
        defer { relay.end() }
        let sounds = [sweep(from: 200, to: 450), sweep(from: 320, to: 480)]
        let phones = sounds.map { Phone(saying: $0) }
        for (phone, grant) in zip(phones, grants(relay)) { phone.engine.start(grant) }
        try await wait("nobody heard anything") { phones.allSatisfy { $0.timeToFirstAudio != nil } }
        try await wait("no report came") { phones.allSatisfy { $0.engine.report.roundTrip != nil } }
        try await wait("too little was heard") { phones.allSatisfy { $0.heard.count > 120_000 } }
        for (phone, other) in zip(phones, sounds.reversed()) {
            #expect(likeness(phone.heard, other) > 0.9)
            let report = phone.engine.report
            #expect(phone.timeToFirstAudio! < .seconds(2))
            #expect(report.packetsReceived > 80 && report.packetsSent > 80)
            #expect(report.packetsLost <= 2 && report.packetsDiscarded <= 2)
            #expect(report.playoutDelay <= .milliseconds(400))
            #expect(report.roundTrip! < .seconds(1))
            #expect(report.outputVolume > 50 && report.inputVolume > 50)
            #expect(phone.engine.statistics().callId == "call")
        }
        for phone in phones { phone.engine.stop() }
    }

    @Test("with every tenth packet lost the speech stays recognisable and the loss is known on both sides")
    func loss() async throws {
        let relay = try MediaRelay()
        defer { relay.end() }
        relay.change { $0.lossEvery = 10 }
        let sounds = [sweep(from: 200, to: 450), sweep(from: 320, to: 480)]
        let phones = sounds.map { Phone(saying: $0) }
        for (phone, grant) in zip(phones, grants(relay, seed: 2)) { phone.engine.start(grant) }
        try await wait("no loss was reported") {
            phones.allSatisfy { $0.engine.report.packetsLost > 8 && $0.engine.report.packetsLostUpstream > 4 }
        }
        try await wait("too little was heard") { phones.allSatisfy { $0.heard.count > 144_000 } }
        for (phone, other) in zip(phones, sounds.reversed()) {
            #expect(likeness(phone.heard, other) > 0.8)
            #expect(phone.engine.report.concealed > .milliseconds(100))
        }
        for phone in phones { phone.engine.stop() }
    }

    @Test("a closed microphone is silent but keeps the path open, and opens again")
    func mute() async throws {
        let relay = try MediaRelay()
        defer { relay.end() }
        let policy = MediaPolicy(reportInterval: .milliseconds(200))
        let phones = [Phone(saying: sweep(from: 200, to: 450), policy: policy), Phone(saying: [0], policy: policy)]
        for (phone, grant) in zip(phones, grants(relay, seed: 3)) { phone.engine.start(grant) }
        try await wait("nothing was heard") { phones[1].timeToFirstAudio != nil }
        phones[0].engine.setMicrophone(isOpened: false)
        try await wait("the sound did not end") { self.isSilent(phones[1].heard.suffix(9_600)) }
        let before = relay.received[0]
        let silentFrom = phones[1].heard.count
        try await wait("the path was not kept open") { relay.received[0] >= before + 3 }
        #expect(relay.received[0] - before < 20)
        #expect(isSilent(phones[1].heard.dropFirst(silentFrom)))
        phones[0].engine.setMicrophone(isOpened: true)
        try await wait("the sound did not come back") { !self.isSilent(phones[1].heard.suffix(4_800)) }
        #expect(!phones[1].hasLost(era: 1))
        for phone in phones { phone.engine.stop() }
    }

    private func isSilent(_ samples: ArraySlice<Int16>) -> Bool {
        samples.allSatisfy { abs(Int($0)) < 60 }
    }

    @Test("a new room with new keys takes over, and what is recorded keeps time")
    func moving() async throws {
        let relays = [try MediaRelay(), try MediaRelay()]
        defer { for relay in relays { relay.end() } }
        let phones = (0...1).map { _ in Phone(saying: sweep(from: 200, to: 450)) }
        let start = ContinuousClock.now
        for (phone, grant) in zip(phones, grants(relays[0], seed: 4)) { phone.engine.start(grant) }
        try await wait("nothing was heard") { phones.allSatisfy { $0.timeToFirstAudio != nil } }
        for (phone, grant) in zip(phones, grants(relays[1], era: 2, seed: 5)) { phone.engine.start(grant) }
        try await wait("nothing was heard in the new room") {
            phones.allSatisfy { phone in
                phone.news.filter { if case .firstAudio = $0 { true } else { false } }.count == 2
            }
        }
        for phone in phones {
            let heard = Duration.milliseconds(phone.heard.count / 48)
            let passed = ContinuousClock.now - start
            #expect(
                heard <= passed + .milliseconds(40) && heard > passed - .milliseconds(500),
                "heard \(heard) of \(passed)")
            #expect(phone.engine.report.era == 2)
        }
        for phone in phones { phone.engine.stop() }
    }

    @Test("the same grant again goes on with the same stream, and does not say goodbye")
    func repeatedGrant() async throws {
        let relay = try MediaRelay()
        defer { relay.end() }
        let phones = (0...1).map { _ in Phone(saying: sweep(from: 200, to: 450)) }
        let both = grants(relay, seed: 10)
        for (phone, grant) in zip(phones, both) { phone.engine.start(grant) }
        try await wait("nothing was heard") { phones.allSatisfy { $0.timeToFirstAudio != nil } }
        let sent = phones[0].engine.report.packetsSent
        phones[0].engine.start(both[0])
        try await wait("the stream did not go on") { phones[0].engine.report.packetsSent > sent + 25 }
        try await wait("it was not heard") { !self.isSilent(phones[1].heard.suffix(4_800)) }
        #expect(!phones[1].hasLost(era: 1) && !phones[0].hasLost(era: 1))
        #expect(phones[1].engine.report.packetsLost < 5)
        for phone in phones { phone.engine.stop() }
    }

    @Test("leaving says goodbye at once; a room that falls silent is lost after the timeout")
    func leaving() async throws {
        let relay = try MediaRelay()
        defer { relay.end() }
        let policy = MediaPolicy(reportInterval: .milliseconds(100), lossTimeout: .milliseconds(700))
        let phones = (0...1).map { _ in Phone(saying: sweep(from: 200, to: 450), policy: policy) }
        for (phone, grant) in zip(phones, grants(relay, seed: 6)) { phone.engine.start(grant) }
        try await wait("nothing was heard") { phones.allSatisfy { $0.timeToFirstAudio != nil } }
        relay.change { $0.isCut = true }
        try await wait("the cut was not noticed") { phones.allSatisfy { $0.hasLost(era: 1) } }
        for (phone, grant) in zip(phones, grants(relay, era: 2, seed: 7)) { phone.engine.start(grant) }
        relay.change { $0.isCut = false }
        try await wait("nothing was heard again") {
            phones.allSatisfy { !self.isSilent($0.heard.suffix(4_800)) }
        }
        let sinceStop = ContinuousClock.now
        phones[0].engine.stop()
        try await wait("the goodbye did not come") { phones[1].hasLost(era: 2) }
        #expect(ContinuousClock.now - sinceStop < .milliseconds(650))
        let length = phones[0].heard.count
        phones[0].engine.start(grants(relay, era: 3, seed: 8)[0])
        try await wait("the engine did not start again") { phones[0].heard.count > length + 4_800 }
        for phone in phones { phone.engine.stop() }
    }

    @Test("bytes from strangers have no effect but to be counted")
    func strangers() async throws {
        let relay = try MediaRelay()
        defer { relay.end() }
        let phones = (0...1).map { _ in Phone(saying: sweep(from: 200, to: 450)) }
        for (phone, grant) in zip(phones, grants(relay, seed: 9)) { phone.engine.start(grant) }
        try await wait("nothing was heard") { phones.allSatisfy { $0.timeToFirstAudio != nil } }
        var random = SeededGenerator(seed: 9)
        let garbage = (0..<200).map { index -> [UInt8] in
            let head: [UInt8] = [[0x80, 111], [0x81, 200], [0, 1], [22, 3], []][index % 5]
            return head + random.bytes(random.next(in: 0...120))
        }
        for chunk in stride(from: 0, to: 200, by: 40) {
            relay.change { $0.injected = Array(garbage[chunk..<chunk + 40]) }
            try await wait("the garbage did not arrive") {
                phones[0].engine.report.packetsDiscarded >= UInt64(chunk + 30)
            }
        }
        let length = phones[0].heard.count
        try await wait("the sound stopped") { phones[0].heard.count > length + 24_000 }
        #expect(!isSilent(phones[0].heard.suffix(24_000)))
        for phone in phones { phone.engine.stop() }
    }

    @Test("a grant that makes no sense is refused, and the room counts as lost")
    func badGrants() throws {
        let relay = try MediaRelay()
        defer { relay.end() }
        let good = grants(relay)[0]
        func refusal(_ change: (inout Proto.MediaGrant) -> Void) -> MediaRouteError? {
            var grant = good
            change(&grant)
            do throws(MediaRouteError) {
                _ = try MediaRoute(grant)
                return nil
            } catch { return error }
        }
        #expect(refusal { _ in } == nil)
        #expect(refusal { $0.address = "media.example" } == .badAddress)
        #expect(refusal { $0.port = 0 } == .badAddress)
        #expect(refusal { $0.port = 70_000 } == .badAddress)
        #expect(refusal { $0.sendKey.removeLast() } == .badKey)
        #expect(refusal { $0.receiveKey = [] } == .badKey)
        #expect(refusal { $0.sendSsrc = $0.receiveSsrc } == .badSource)
        #expect(refusal { $0.payloadType = 200 } == .badPayloadType)
        #expect(refusal { $0.payloadType = 72 } == .badPayloadType)
        #expect(refusal { $0.ptimeMs = 0 } == .badPacketTime)
        let phone = Phone(saying: [0])
        var grant = good
        grant.ptimeMs = 7
        grant.era = 5
        phone.engine.start(grant)
        #expect(phone.hasLost(era: 5))
    }
}
