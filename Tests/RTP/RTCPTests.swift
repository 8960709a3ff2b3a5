import CallModel
import RTP
import TestSupport
import Testing

@Suite("RTCP")
struct RTCPTests {
    private let cname = Array("a-device".utf8)
    private let info = SenderInfo(
        ntp: NTPTimestamp(bits: 0x0102_0304_0506_0708), rtpTimestamp: 0x1122_3344, packetCount: 50, octetCount: 4_000)
    private let reception = ReceptionReport(
        ssrc: 9, fractionLost: 25, cumulativeLost: -3, extendedHighestSequence: 0x0001_0002, jitter: 480,
        lastSenderReport: 0x0304_0506, delaySinceLastSenderReport: 65_536)

    private func written(_ report: RTCPReport, cname: [UInt8]) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0xFF, count: RTCPReport.maximumByteCount)
        var span = bytes.mutableSpan
        let count = try report.write(into: &span, cname: cname.span)
        return Array(bytes[..<count])
    }

    private func items(_ bytes: [UInt8]) throws -> [RTCPItem] {
        var reader = try RTCPReader(bytes.span)
        var items: [RTCPItem] = []
        while let item = reader.next(in: bytes.span) { items.append(item) }
        return items
    }

    @Test("a whole compound comes back item by item")
    func roundTrip() throws {
        let bytes = try written(
            RTCPReport(ssrc: 7, sender: info, reception: reception, isGoodbye: true), cname: cname)
        let read = try items(bytes)
        #expect(read.count == 4)
        #expect(read[0] == .sender(ssrc: 7, info))
        #expect(read[1] == .reception(from: 7, reception))
        guard case .cname(ssrc: 7, let name) = read[2] else { return #expect(Bool(false), "\(read[2])") }
        #expect(Array(bytes[name]) == cname)
        #expect(read[3] == .goodbye(ssrc: 7))
    }

    @Test("a receiver that has heard nothing sends an empty report")
    func emptyReport() throws {
        let read = try items(try written(RTCPReport(ssrc: 7), cname: cname))
        #expect(read.first == .receiver(ssrc: 7) && read.count == 2)
    }

    @Test("names of every length keep the compound whole, and the longest fits the stated size")
    func nameLengths() throws {
        for length in [0, 1, 2, 3, 4, 5, 254, 255, 300] {
            let report = RTCPReport(ssrc: 7, sender: info, reception: reception, isGoodbye: true)
            let bytes = try written(report, cname: Array(repeating: 65, count: length))
            #expect(bytes.count % 4 == 0)
            let read = try items(bytes)
            #expect(read.last == .goodbye(ssrc: 7) && read.count == 4, "length \(length)")
        }
        var small = [UInt8](repeating: 0, count: 20)
        var span = small.mutableSpan
        #expect(throws: RTPError.noRoom) { try RTCPReport(ssrc: 7, sender: info).write(into: &span, cname: cname.span) }
    }

    @Test(
        "loss counts keep their sign within 24 bits",
        arguments: [0, 1, -1, 0x7F_FFFF, -0x80_0000, 0x7FFF_FFFF] as [Int32])
    func lossSign(lost: Int32) throws {
        var report = reception
        report.cumulativeLost = lost
        let read = try items(try written(RTCPReport(ssrc: 1, reception: report), cname: cname))
        guard case .reception(_, let back) = read[1] else { return #expect(Bool(false)) }
        #expect(back.cumulativeLost == min(max(lost, -0x80_0000), 0x7F_FFFF))
    }

    @Test("a compound that is wrong anywhere has no effect at all")
    func malformed() throws {
        let good = try written(RTCPReport(ssrc: 7, sender: info, reception: reception, isGoodbye: true), cname: cname)
        for count in 0..<good.count where count % 4 != 0 || count < 8 {
            let cut = Array(good[..<count])
            #expect(throws: RTPError.self) { try RTCPReader(cut.span) }
        }
        var sdesFirst = good
        sdesFirst[1] = 202
        #expect(throws: RTPError.malformedCompound) { try RTCPReader(sdesFirst.span) }
        var tooManyBlocks = good
        tooManyBlocks[0] |= 0x1F
        #expect(throws: RTPError.malformedCompound) { try RTCPReader(tooManyBlocks.span) }
        var padded = good
        padded[0] |= 0x20
        #expect(throws: RTPError.malformedCompound) { try RTCPReader(padded.span) }
    }

    @Test("unknown packet types inside a compound are skipped")
    func unknownType() throws {
        var bytes = try written(RTCPReport(ssrc: 7), cname: cname)
        bytes += [0x81, 206, 0, 2, 1, 2, 3, 4, 5, 6, 7, 8]
        bytes += [0x81, 203, 0, 1, 0, 0, 0, 7]
        #expect(try items(bytes).last == .goodbye(ssrc: 7))
    }

    @Test("random and mutated compounds never read out of bounds", arguments: 0..<8)
    func fuzz(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let good = try written(RTCPReport(ssrc: 7, sender: info, reception: reception, isGoodbye: true), cname: cname)
        for _ in 0..<1_500 {
            var bytes = random.chance(percent: 70) ? good : random.bytes(random.next(in: 0...120))
            for _ in 0..<random.next(in: 0...5) where !bytes.isEmpty {
                bytes[random.next(in: 0...bytes.count - 1)] = UInt8(random.next(in: 0...255))
            }
            guard let read = try? items(bytes) else { continue }
            #expect(read.count <= 31 * bytes.count, "seed \(seed)")
            for case .cname(_, let name) in read { #expect(name.upperBound <= bytes.count, "seed \(seed)") }
        }
    }

    @Test("the round-trip time is what passed minus what the peer waited")
    func roundTripTime() {
        let sent = MonotonicInstant(nanoseconds: 8_000_000_000)
        var report = reception
        report.lastSenderReport = NTPTimestamp(sent).middle
        report.delaySinceLastSenderReport = 65_536 / 2
        let measured = report.roundTrip(at: sent + .milliseconds(580))
        #expect(abs((measured ?? .zero).wholeMilliseconds - 80) <= 1)
        report.lastSenderReport = 0
        #expect(report.roundTrip(at: sent) == nil)
        report.lastSenderReport = NTPTimestamp(sent + .seconds(10)).middle
        #expect(report.roundTrip(at: sent) == nil, "a report from the future is not believed")
    }
}

@Suite("Reception statistics")
struct ReceptionStatisticsTests {
    private func instant(_ milliseconds: Double) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: Int64(milliseconds * 1_000_000))
    }

    @Test("a perfect stream has no loss and no jitter, across the wrap")
    func perfect() {
        var statistics = ReceptionStatistics()
        for index in 0..<70_000 {
            statistics.receive(
                sequenceNumber: UInt16(truncatingIfNeeded: 65_000 + index),
                timestamp: UInt32(truncatingIfNeeded: index * 960), at: instant(Double(index) * 20))
        }
        let report = statistics.makeReport(ssrc: 1, at: instant(0))
        #expect(report?.cumulativeLost == 0 && report?.fractionLost == 0 && report?.jitter == 0)
        #expect(report?.extendedHighestSequence == UInt32(65_000 + 69_999))
    }

    @Test("loss is counted per interval and in total; reordering is no loss")
    func loss() {
        var statistics = ReceptionStatistics()
        for index in 0..<100 where index % 4 != 3 {
            statistics.receive(
                sequenceNumber: UInt16(index), timestamp: UInt32(index * 960), at: instant(Double(index) * 20))
        }
        statistics.receive(sequenceNumber: 100, timestamp: 96_000, at: instant(2_000))
        let first = statistics.makeReport(ssrc: 1, at: instant(2_000))
        #expect(first?.cumulativeLost == 25)
        #expect(first.map { Int($0.fractionLost) } == 25 * 256 / 101)
        statistics.receive(sequenceNumber: 99, timestamp: 95_040, at: instant(2_001))
        #expect(statistics.packetsLost == 24)
        #expect(statistics.makeReport(ssrc: 1, at: instant(2_001))?.fractionLost == 0)
    }

    @Test("jitter is the smoothed difference of transit times (RFC 3550, A.8)")
    func jitter() {
        var statistics = ReceptionStatistics()
        var expected = 0.0
        for index in 0..<500 {
            let late = index % 2 == 0 ? 0.0 : 10
            statistics.receive(
                sequenceNumber: UInt16(index), timestamp: UInt32(index * 960), at: instant(Double(index) * 20 + late))
            if index > 0 { expected += (10 - expected) / 16 }
        }
        let measured = Double(statistics.jitter.wholeNanoseconds) / 1_000_000
        #expect(abs(measured - expected) < 0.1, "\(measured) ms, by the formula \(expected) ms")
    }

    @Test("a jump is believed at its second packet and keeps the loss counted so far")
    func jump() {
        var statistics = ReceptionStatistics()
        for number in [0, 1, 3, 40_000, 4, 5] as [UInt16] {
            statistics.receive(sequenceNumber: number, timestamp: 0, at: instant(0))
        }
        #expect(statistics.packetsLost == 1)
        for number in [30_000, 30_001, 30_002] as [UInt16] {
            statistics.receive(sequenceNumber: number, timestamp: 0, at: instant(0))
        }
        #expect(statistics.packetsLost == 1)
        #expect(statistics.makeReport(ssrc: 1, at: instant(0))?.extendedHighestSequence == 30_002)
    }

    @Test("the report echoes the last sender report and how long ago it came")
    func echo() {
        var statistics = ReceptionStatistics()
        #expect(statistics.makeReport(ssrc: 1, at: instant(0)) == nil)
        statistics.receive(sequenceNumber: 1, timestamp: 1, at: instant(0))
        #expect(statistics.makeReport(ssrc: 1, at: instant(0))?.lastSenderReport == 0)
        let ntp = NTPTimestamp(instant(123_456))
        statistics.receiveSenderReport(ntp, at: instant(1_000))
        let report = statistics.makeReport(ssrc: 1, at: instant(1_500))
        #expect(report?.lastSenderReport == ntp.middle)
        #expect(report?.delaySinceLastSenderReport == 32_768)
    }

    @Test("hostile numbers never trap", arguments: 0..<4)
    func hostile(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var statistics = ReceptionStatistics()
        for _ in 0..<5_000 {
            statistics.receive(
                sequenceNumber: UInt16(random.next(in: 0...65_535)),
                timestamp: UInt32(random.next(in: 0...Int(UInt32.max))),
                at: MonotonicInstant(nanoseconds: Int64(random.next(in: 0...Int(Int64.max)))))
            statistics.receiveSenderReport(NTPTimestamp(bits: random.next()), at: .zero)
            _ = statistics.makeReport(
                ssrc: 1, at: MonotonicInstant(nanoseconds: Int64(random.next(in: 0...Int(Int64.max)))))
        }
        #expect(statistics.packetsReceived == 5_000, "seed \(seed)")
    }
}
