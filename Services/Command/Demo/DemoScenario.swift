import CommandLineKit
import Foundation

/// The call of the demo: who does what, and what the recordings say afterwards.
struct DemoScenario {
    let turns: Turns
    let access: ServerAccess
    /// Recordings go here.
    let output: URL
    /// What the phones say on standard error goes here.
    let logs: URL

    /// Plays the call and judges it.
    func play() async throws -> DemoReport {
        let phones = try await startPhones()
        let (alice, bob, carol) = (phones[0], phones[1], phones[2])
        do {
            Terminal.write("  alice calls bob and carol")
            let clock = ContinuousClock()
            let called = clock.now
            try await alice.perform("call bob carol timeout=30 media=audio")
            var ringing: [String: Duration] = [:]
            for callee in [bob, carol] {
                ringing[callee.user] = try await callee.wait(forEvent: "onCallReceived").at - called
            }
            for callee in [bob, carol] {
                try await callee.perform("accept")
                Terminal.write("  \(callee.user) accepts")
            }
            var firstAudio: [String: Duration] = [:]
            let connected = clock.now
            for phone in phones {
                let line = try await phone.wait(forFirstAudioWithin: .seconds(10))
                firstAudio[phone.user] = line.at - called
            }
            try await talk(from: connected)
            try await hangUp(alice, bob, carol)
            let statistics = try await finish(phones)
            return try judge(ringing: ringing, firstAudio: firstAudio, statistics: statistics)
        } catch {
            for phone in phones { await phone.quit(grace: .seconds(1)) }
            throw error
        }
    }

    private func startPhones() async throws -> [ScriptedPhone] {
        var phones: [ScriptedPhone] = []
        for (index, speaker) in turns.speakers.enumerated() {
            let voice = output.appendingPathComponent("\(speaker.user)-says.wav")
            try Recording(samples: turns.playOut(of: index)).write(to: voice)
            phones.append(
                try ScriptedPhone(
                    user: speaker.user, access: access,
                    log: logs.appendingPathComponent("phone-\(speaker.user).log"),
                    extra: ["--play", voice.path, "--record", recording(of: speaker.user).path]))
        }
        for phone in phones { try await phone.wait(forState: "login", "logined") }
        return phones
    }

    private func talk(from start: ContinuousClock.Instant) async throws {
        let length = Duration.seconds(Double(turns.total) / Double(Turns.rate))
        let clock = ContinuousClock()
        for (index, speaker) in turns.speakers.enumerated() {
            try await clock.sleep(until: start + .seconds(Double(turns.start(of: index)) / Double(Turns.rate)))
            Terminal.write("  \(speaker.user) speaks (\(speaker.language))")
        }
        try await clock.sleep(until: start + .seconds(Double(turns.startTogether) / Double(Turns.rate)))
        Terminal.write("  all three speak at once")
        try await clock.sleep(until: start + length + .milliseconds(500))
    }

    private func hangUp(_ alice: ScriptedPhone, _ bob: ScriptedPhone, _ carol: ScriptedPhone) async throws {
        try await alice.perform("hangup")
        try await alice.wait(forEvent: "onCallEnded")
        Terminal.write("  alice hangs up; bob and carol are still on the call")
        try await bob.perform("hangup")
        try await bob.wait(forEvent: "onCallEnded")
        try await carol.wait(forEvent: "onCallEnded")
        Terminal.write("  bob hangs up; the call is over")
    }

    /// Quits the phones; gives each one's closing statistics.
    private func finish(_ phones: [ScriptedPhone]) async throws -> [String: ScriptedPhone.Line] {
        var statistics: [String: ScriptedPhone.Line] = [:]
        for phone in phones {
            await phone.quit()
            statistics[phone.user] = phone.statistics
        }
        return statistics
    }

    private func judge(
        ringing: [String: Duration], firstAudio: [String: Duration], statistics: [String: ScriptedPhone.Line]
    ) throws -> DemoReport {
        var report = DemoReport()
        for (own, listener) in turns.speakers.enumerated() {
            let heard = try Recording(recording(of: listener.user)).samples
            for (index, speaker) in turns.speakers.enumerated() where index != own {
                report.hearings.append(hearing(of: speaker, index, by: listener.user, in: heard))
            }
            let start = turns.start(of: own)
            let ownTurn = heard[min(start, heard.count)..<min(start + Turns.length + Turns.rate / 5, heard.count)]
            let numbers = statistics[listener.user]?.members ?? [:]
            report.phones.append(
                DemoReport.Phone(
                    user: listener.user, timeToRinging: ringing[listener.user],
                    timeToFirstAudio: firstAudio[listener.user],
                    ownVoiceLeak: VoiceAnalysis.level(of: ownTurn, relativeTo: listener.alone),
                    packetsSent: Int(numbers["packetsSent"]?.number ?? -1),
                    packetsReceived: Int(numbers["packetsReceived"]?.number ?? -1),
                    packetsLost: Int(numbers["packetsLost"]?.number ?? -1), recording: recording(of: listener.user)))
        }
        return report
    }

    /// The phones do not join at the same instant: a turn may come up to 1.5 s before or after the listener's own clock.
    private func hearing(
        of speaker: Turns.Speaker, _ index: Int, by listener: String, in heard: [Int16]
    ) -> DemoReport.Hearing {
        func find(_ voice: [Int16], near start: Int) -> VoiceAnalysis.Match? {
            let slack = Turns.rate * 3 / 2
            return VoiceAnalysis.find(voice, in: heard, earliest: start - slack, latest: start + slack)
        }
        let alone = find(speaker.alone, near: turns.start(of: index))
        let together = find(speaker.together, near: turns.startTogether)
        return DemoReport.Hearing(
            listener: listener, speaker: speaker.user, correlation: alone?.correlation ?? 0,
            level: alone?.level ?? -120,
            correlationTogether: together?.correlation ?? 0)
    }

    private func recording(of user: String) -> URL { output.appendingPathComponent("\(user)-heard.wav") }
}
