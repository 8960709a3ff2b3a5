import CallModel
import MediaCore
import TestSupport
import Testing

@Suite("outgoing stream")
struct OutgoingStreamTests {
    private func stream(sequence: UInt16 = 65_534, timestamp: UInt32 = .max - 1_000) -> OutgoingStream {
        OutgoingStream(ssrc: SSRC(7), sequence: sequence, timestamp: timestamp, frame: SampleCount(960))
    }

    @Test("the timestamp moves one frame per tick, across its wrap and across pauses")
    func timestamps() {
        var stream = stream()
        var expected = UInt32.max - 1_000
        for tick in 0..<20 {
            if tick % 3 != 2 {
                #expect(stream.send(payload: ByteCount(10), isSilence: false).timestamp == expected)
            }
            stream.advance()
            expected &+= 960
        }
    }

    @Test("the sequence number counts packets only, and the marker starts each talkspurt")
    func sequences() {
        var stream = stream()
        var positions: [OutgoingStream.Position] = []
        for isSilence in [false, false, true, nil, true, nil, false, false] {
            if let isSilence { positions.append(stream.send(payload: ByteCount(10), isSilence: isSilence)) }
            stream.advance()
        }
        #expect(positions.map(\.sequence) == [65_534, 65_535, 0, 1, 2, 3])
        #expect(positions.map(\.marker) == [true, false, false, false, true, false])
        #expect(stream.packets == 6)
        #expect(stream.octets == 60)
    }
}

@Suite("source table")
struct SourceTableTests {
    /// What a new table with room for three says to each insertion.
    private func insert(_ sources: [UInt32]) -> [Bool] {
        var table = SourceTable(capacity: 3)
        return sources.map { table.insert(SSRC($0), Int($0)) }
    }

    @Test("takes its capacity and refuses one more")
    func capacity() {
        #expect(insert([1, 2, 3, 4]) == [true, true, true, false])
    }

    @Test("refuses a source it has")
    func twice() {
        #expect(insert([9, 9, 8]) == [true, false, true])
    }

    @Test("agrees with a dictionary over any course of insertions and removals", arguments: 0..<50)
    func walk(_ seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var table = SourceTable(capacity: 16)
        var model: [SSRC: Int] = [:]
        var wrong = 0
        for step in 0..<3_000 {
            let ssrc = SSRC(UInt32(chance.next(in: 0...40)) &* 0x0100_0001)
            if chance.chance(percent: 50) {
                let accepted = model[ssrc] == nil && model.count < 16
                let wasAccepted = table.insert(ssrc, step)
                if wasAccepted != accepted { wrong += 1 }
                if accepted { model[ssrc] = step }
            } else {
                table.remove(ssrc)
                model[ssrc] = nil
            }
            let probe = SSRC(UInt32(chance.next(in: 0...40)) &* 0x0100_0001)
            if table[probe] != model[probe] || table.count != model.count { wrong += 1 }
        }
        #expect(wrong == 0, "seed \(seed)")
    }
}

@Suite("receive timeout")
struct ReceiveTimeoutTests {
    @Test("runs from the join, and anew from every sign of life")
    func timeout() {
        var timeout = ReceiveTimeout(limit: .seconds(10), joined: .zero)
        #expect(!timeout.isOver(at: .zero + .milliseconds(9_999)))
        #expect(timeout.isOver(at: .zero + .seconds(10)))
        timeout.heard(at: .zero + .seconds(5))
        #expect(!timeout.isOver(at: .zero + .seconds(14)))
        timeout.heard(at: .zero + .seconds(3))
        #expect(timeout.isOver(at: .zero + .seconds(15)))
    }
}
