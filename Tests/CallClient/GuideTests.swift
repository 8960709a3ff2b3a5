import CallClient
import Dispatch
import Testing

/// The shape in which the public guides use the SDK, so that it keeps compiling.
private final class CallScreen: Sendable {
    let session = CallClientSession(ClientConfiguration(deviceID: "guide"))

    func startCall(_ users: [String], _ mediaType: CallMediaType) {
        var params = CallParams()
        params.timeout = 30
        session.calls.calls(participantIds: users, mediaType: mediaType, params: params) { [weak self] result in
            switch result {
            case .success: self?.openDevices(for: mediaType)
            case .failure(let error): print("call failed, code: \(error.code), error: \(error.message)")
            }
        }
    }

    func openDevices(for mediaType: CallMediaType) {
        session.devices.openLocalMicrophone(completion: nil)
        guard mediaType == .video else { return }
        session.devices.openLocalCamera(isFront: session.devices.state.value.isFrontCamera, completion: nil)
    }

    func observe(_ bag: inout Set<AnyCancellable>) {
        session.calls.callEventPublisher
            .receive(on: DispatchQueue.main)
            .sink { event in
                switch event {
                case .onCallReceived(let callId, let mediaType, let userData): print(callId, mediaType, userData)
                case .onCallEnded(let callId, let mediaType, let reason, let userId):
                    print(callId, mediaType, reason, userId)
                case .onCallStarted(let callId, let mediaType): print(callId, mediaType)
                }
            }
            .store(in: &bag)
        session.calls.state
            .subscribe(StatePublisherSelector<CallState, CallParticipantStatus>(keyPath: \.selfInfo.status))
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .sink { status in if status == .none { print("over") } }
            .store(in: &bag)
        session.calls.state.subscribe()
            .map { $0.activeCall }
            .removeDuplicates { $0.duration == $1.duration }
            .receive(on: DispatchQueue.main)
            .sink { print(Int($0.duration)) }
            .store(in: &bag)
    }

    func hangUp() {
        session.calls.hangup(completion: nil)
        session.calls.accept { _ in }
        session.devices.closeLocalMicrophone()
    }
}

@Suite("Guides")
struct GuideTests {
    @Test("code of the public guides compiles and runs without anybody logged in")
    func runs() {
        var bag = Set<AnyCancellable>()
        let screen = CallScreen()
        screen.observe(&bag)
        screen.startCall(["bob"], .video)
        screen.hangUp()
        var profile = UserProfile()
        profile.nickname = "Al"
        screen.session.login.setSelfInfo(userProfile: profile) { _ in }
        #expect(bag.count == 3)
    }
}
