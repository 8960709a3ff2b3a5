import CallClient
import Foundation

/// A telephone driven by lines: the SDK's client with files for devices.
final class Phone: Sendable {
    /// How a phone ended.
    enum Ending {
        /// A line said so.
        case quit
        case endOfInput
        /// By a signal.
        case interrupted
        /// Nobody is logged in: the first login failed.
        case loginFailed
        /// With `--strict`: a line was answered by an error.
        case failed
    }

    private let session: CallClientSession
    private let output: PhoneOutput
    private let options: PhoneOptions
    private let observer: PhoneObserver

    init(_ options: PhoneOptions, _ session: CallClientSession) {
        self.options = options
        self.session = session
        output = PhoneOutput(isJSON: options.isJSON)
        observer = PhoneObserver(session, output)
    }

    // MARK: Life

    /// Logs in and takes lines until they end or one says quit.
    func run(_ lines: AsyncStream<String>) async -> Ending {
        output.explain("\(options.userID) at \(options.configuration.server); `help` lists the words")
        if !options.isMuted { try? await session.devices.openLocalMicrophone() }
        do throws(ErrorInfo) {
            try await login()
        } catch {
            output.report(.error("login", error.code, error.message))
            return .loginFailed
        }
        return await take(lines)
    }

    private func login() async throws(ErrorInfo) {
        try await session.login.login(
            sdkAppID: options.sdkAppID, userID: options.userID, userSig: options.userSig)
    }

    /// A line is answered before the next is taken, unless it ends in `&`.
    private func take(_ lines: AsyncStream<String>) async -> Ending {
        for await text in lines {
            let isBackground = text.hasSuffix(" &")
            let line: PhoneLine
            do throws(PhoneLineError) {
                guard let parsed = try PhoneLine(isBackground ? String(text.dropLast(2)) : text) else { continue }
                line = parsed
            } catch {
                output.report(.error("", -1202, error.message))
                if options.isStrict { return .failed }
                continue
            }
            if line == .quit { return .quit }
            if isBackground {
                // Its request leaves before the next line is looked at.
                Task.immediate { await self.perform(line) }
            } else if !(await perform(line)), options.isStrict {
                return .failed
            }
        }
        return .endOfInput
    }

    /// Hangs up, logs out, says what went over the network.
    func stop(_ ending: Ending) async {
        try? await session.login.logout()
        if let statistics = session.mediaStatistics, statistics.packetsSent + statistics.packetsReceived > 0 {
            output.report(PhoneReport(kind: .note, name: "stats", members: statistics.phoneMembers))
        }
        if ending == .quit { output.report(.ok("quit")) }
    }

    // MARK: Lines

    /// Does what a line says and answers it once. `false`: the answer is an error.
    @discardableResult
    private func perform(_ line: PhoneLine) async -> Bool {
        do throws(ErrorInfo) {
            output.report(.ok(line.word, try await answer(line)))
            return true
        } catch {
            output.report(.error(line.word, error.code, error.message))
            return false
        }
    }

    /// What the answer says beyond ok.
    private func answer(_ line: PhoneLine) async throws(ErrorInfo) -> [(String, PhoneValue)] {
        switch line {
        case .call(let users, let words):
            try await session.calls.calls(
                participantIds: users, mediaType: words.isVideo ? .video : .audio, params: CallParams(words))
            return activeCallID
        case .accept:
            try await session.calls.accept()
            return activeCallID
        case .reject: try await session.calls.reject()
        case .hangup: try await session.calls.hangup()
        case .join(let callID):
            try await session.calls.join(callId: callID)
            return activeCallID
        case .invite(let users, let words):
            try await session.calls.invite(participantIds: users, params: CallParams(words))
        case .mute(true): session.devices.closeLocalMicrophone()
        case .mute(false): try await session.devices.openLocalMicrophone()
        case .volume(.capture, let volume): session.devices.setCaptureVolume(volume)
        case .volume(.output, let volume): session.devices.setOutputVolume(volume)
        case .profile(let nickname, let avatar):
            try await session.login.setSelfInfo(userProfile: UserProfile(nickname: nickname, avatarURL: avatar))
        case .login: try await login()
        case .logout: try await session.login.logout()
        case .reconnect: session.networkPathChanged()
        case .wait(let duration): try? await Task.sleep(for: duration)
        case .waitFor(let condition, let limit): return try await waitFor(condition, limit)
        case .state: return stateMembers
        case .stats: return session.mediaStatistics?.phoneMembers ?? []
        case .records(let count): return try await records(count)
        case .forget(let ids): try await session.calls.deleteRecentCalls(callIdList: ids)
        case .help: return help()
        case .quit: break
        }
        return []
    }

    private var activeCallID: [(String, PhoneValue)] {
        [("callId", .text(session.calls.state.value.activeCall.callId))]
    }

    private func waitFor(
        _ condition: PhoneCondition, _ limit: Duration
    ) async throws(ErrorInfo) -> [(String, PhoneValue)] {
        guard let met = await output.occurrences.wait(for: condition, within: limit) else {
            throw ErrorInfo(code: 9520, message: "\(condition.name) did not happen in time")
        }
        return [("met", .text(met.name))] + met.members
    }

    private var stateMembers: [(String, PhoneValue)] {
        let calls = session.calls.state.value
        let devices = session.devices.state.value
        return [
            ("connection", .text(session.connection.value.rawValue)),
            ("login", .text(session.login.state.value.loginStatus == .logined ? "logined" : "unlogin")),
            ("userId", .text(calls.selfInfo.id)),
            ("selfStatus", .text(calls.selfInfo.status.phoneName)),
            ("activeCall", calls.activeCall.phoneValue),
            ("duration", .number(Int(calls.activeCall.duration))),
            ("participants", .list(calls.allParticipants.map(\.phoneValue))),
            ("microphone", .text(devices.microphoneStatus == .on ? "on" : "off")),
            ("captureVolume", .number(devices.captureVolume)), ("outputVolume", .number(devices.outputVolume)),
        ]
    }

    private func records(_ count: Int) async throws(ErrorInfo) -> [(String, PhoneValue)] {
        try await session.calls.queryRecentCalls(cursor: "", count: UInt(count))
        return [("records", .list(session.calls.state.value.recentCalls.map(\.phoneRecord)))]
    }

    private func help() -> [(String, PhoneValue)] {
        for (form, meaning) in PhoneLine.dictionary { output.explain("  \(form)\n      \(meaning)") }
        return output.isJSON ? [("words", .list(PhoneLine.dictionary.map { .text($0.form) }))] : []
    }
}

extension CallParams {
    fileprivate init(_ words: PhoneLine.CallWords) {
        self.init(
            roomId: words.room, timeout: words.timeout, userData: words.data, chatGroupId: words.group,
            isEphemeralCall: words.isEphemeral)
    }
}
