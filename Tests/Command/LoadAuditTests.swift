import CallClient
import Testing

@testable import partyline

private func record(_ result: CallDirection) -> CallInfo {
    var info = CallInfo()
    info.callId = "c"
    info.result = result
    return info
}

private func view(
    _ user: String, rings: Int = 0, ends: [CallEndReason] = [.hangup], wasConnected: Bool = true,
    records: [CallDirection]
) -> LoadAudit.View {
    LoadAudit.View(
        user: user, isCaller: user == "a", rings: rings, ends: ends, wasConnected: wasConnected,
        records: records.map(record))
}

private func faults(_ caller: LoadAudit.View, _ callee: LoadAudit.View) -> [LoadAudit.Fault] {
    var audit = LoadAudit()
    audit.check("c", caller, callee)
    return audit.findings.map(\.fault)
}

@Suite("The load's audit")
struct LoadAuditTests {
    private let caller = view("a", records: [.outgoing])

    @Test("a call of which both sides and both records tell the same has no fault")
    func agreed() {
        #expect(faults(caller, view("b", rings: 1, records: [.incoming])) == [])
        let unanswered = view("a", ends: [.noResponse], wasConnected: false, records: [.outgoing])
        #expect(
            faults(unanswered, view("b", rings: 1, ends: [.noResponse], wasConnected: false, records: [.missed])) == [])
    }

    @Test("a side without a record misses it")
    func missing() { #expect(faults(caller, view("b", rings: 1, records: [])) == [.missing]) }

    @Test("two rings, two ends or two records of one call are one too many")
    func doubled() {
        #expect(faults(caller, view("b", rings: 2, records: [.incoming])) == [.doubled])
        #expect(faults(caller, view("b", rings: 1, ends: [.hangup, .hangup], records: [.incoming])) == [.doubled])
        #expect(faults(caller, view("b", rings: 1, records: [.incoming, .incoming])) == [.doubled])
    }

    @Test(
        "sides that ended differently contradict each other, and so does a record that is not what its phone went through"
    )
    func contradictory() {
        #expect(faults(caller, view("b", rings: 1, ends: [.offline], records: [.incoming])) == [.contradictory])
        #expect(faults(caller, view("b", rings: 1, records: [.missed])) == [.contradictory])
        #expect(faults(view("a", records: [.incoming]), view("b", rings: 1, records: [.incoming])) == [.contradictory])
    }

    @Test("the report counts faults and names each")
    func report() {
        var audit = LoadAudit()
        audit.check("c", caller, view("b", rings: 2, records: []))
        #expect(
            audit.lines().first
                == "outcomes of 1 calls held against their records: 1 missing, 1 doubled, 0 contradictory")
        #expect(audit.lines().contains("  doubled: call c: b rang 2 times"))
        #expect(audit.figures().filter { $0.hasSuffix("missed") }.count == 2)
    }
}
