internal import CallClientCore

/// The devices of this installation: microphone and volumes. Cameras and screens are reported as what they are on a
/// machine without them: not there.
public final class DeviceStore: Sendable {
    /// The app's own.
    public static var shared: DeviceStore { CallClientSession.shared.devices }

    private let face: PublicFace
    private let shell: ClientShell
    private let media: MediaSlot

    init(_ face: PublicFace, _ shell: ClientShell, _ media: MediaSlot) {
        self.face = face
        self.shell = shell
        self.media = media
    }

    /// The devices as one value.
    public var state: StatePublisher<DeviceState> { face.devices }

    // MARK: Microphone

    /// Lets the others hear this device, in the present call and in later ones. Fails with -1302 where there is no
    /// microphone.
    public func openLocalMicrophone(completion: CompletionClosure?) {
        face.deliver { [self] in
            guard media.isPresent else {
                state.update { $0.microphoneLastError = .noDeviceDetected }
                completion?(.failure(ErrorInfo(code: -1302, message: "no microphone")))
                return
            }
            setMicrophone(.on)
            completion?(.success(()))
        }
    }

    /// Lets the others hear this device; returns when the microphone is open.
    public func openLocalMicrophone() async throws(ErrorInfo) {
        try await completing { openLocalMicrophone(completion: $0) }
    }

    /// The others hear nothing of this device from now on; the call goes on.
    public func closeLocalMicrophone() { face.deliver { [self] in setMicrophone(.off) } }

    private func setMicrophone(_ status: DeviceStatus) {
        media.setMicrophone(isOpened: status == .on)
        state.update { state in
            state.microphoneStatus = status
            state.microphoneLastError = .noError
            if status == .off { state.currentMicVolume = 0 }
        }
        face.calls.update { $0.selfInfo.isMicrophoneOpened = status == .on }
        shell.post(.devicesChanged(isMicrophoneOpened: status == .on, isCameraOpened: false))
    }

    // MARK: Volumes

    /// How loud the others hear this device, 0 to 100.
    public func setCaptureVolume(_ volume: Int) {
        face.deliver { [self] in
            state.update { $0.captureVolume = min(max(volume, 0), 100) }
            passVolumes()
        }
    }

    /// How loud the others are heard here, 0 to 100.
    public func setOutputVolume(_ volume: Int) {
        face.deliver { [self] in
            state.update { $0.outputVolume = min(max(volume, 0), 100) }
            passVolumes()
        }
    }

    private func passVolumes() {
        media.setVolumes(capture: state.value.captureVolume, output: state.value.outputVolume)
    }

    /// Where the others are to be heard on devices that have the choice.
    public func setAudioRoute(_ route: AudioRoute) {
        face.deliver { [self] in state.update { $0.currentAudioRoute = route } }
    }

    // MARK: Camera and screen

    /// Fails with -1301 where there is no camera.
    public func openLocalCamera(isFront: Bool, completion: CompletionClosure?) {
        face.deliver { [self] in
            state.update { state in
                state.isFrontCamera = isFront
                state.cameraLastError = .noDeviceDetected
            }
            completion?(.failure(ErrorInfo(code: -1301, message: "no camera")))
        }
    }

    /// Fails with -1301 where there is no camera.
    public func openLocalCamera(isFront: Bool) async throws(ErrorInfo) {
        try await completing { openLocalCamera(isFront: isFront, completion: $0) }
    }

    /// Without a camera there is nothing to close.
    public func closeLocalCamera() { face.deliver { [self] in state.update { $0.cameraStatus = .off } } }

    /// Which camera the next `openLocalCamera` is to use.
    public func switchCamera(isFront: Bool) {
        face.deliver { [self] in state.update { $0.isFrontCamera = isFront } }
    }

    /// How the own camera's picture is shown to oneself. Kept in the state.
    public func switchMirror(mirrorType: MirrorType) {
        face.deliver { [self] in state.update { $0.localMirrorType = mirrorType } }
    }

    /// What the camera is to send. Kept in the state.
    public func updateVideoQuality(_ quality: VideoQuality) {
        face.deliver { [self] in state.update { $0.localVideoQuality = quality } }
    }

    /// Without a screen to capture, `screenStatus` stays off.
    public func startScreenShare(appGroup: String) {
        face.deliver { [self] in state.update { $0.screenStatus = .off } }
    }

    /// Without a screen to capture there is nothing to stop.
    public func stopScreenShare() { face.deliver { [self] in state.update { $0.screenStatus = .off } } }

    /// Closes the microphone and puts every setting back to its default.
    public func reset() {
        face.deliver { [self] in
            setMicrophone(.off)
            state.update { $0 = DeviceState() }
            passVolumes()
        }
    }
}
