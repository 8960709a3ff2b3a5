/// Whether a device runs.
public enum DeviceStatus: Int, Sendable, Hashable {
    case off = 0
    case on = 1
}

/// Why a device does not run.
public enum DeviceError: Int, Sendable, Hashable {
    case noError = 0
    case noDeviceDetected = 1
    case noSystemPermission = 2
    case notSupportCapture = 3
    case occupiedError = 4
    case unknownError = 5
}

/// Where the others are heard.
public enum AudioRoute: Int, Sendable, Hashable {
    case speakerphone = 0
    case earpiece = 1
}

/// Whether the own picture is shown as in a mirror; `auto`: for the front camera.
public enum MirrorType: Int, Sendable, Hashable {
    case auto = 0
    case enable = 1
    case disable = 2
}

/// The height of the picture that is sent.
public enum VideoQuality: Int, Sendable, Hashable {
    case quality360P = 1
    case quality540P = 2
    case quality720P = 3
    case quality1080P = 4
}

/// The own connection's quality.
public struct NetworkInfo: Sendable, Hashable {
    /// One's own.
    public var userID: String = ""
    /// The grade of the connection.
    public var quality: NetworkQuality = .excellent
    /// Percent.
    public var upLoss: Int = 0
    /// Percent.
    public var downLoss: Int = 0
    /// Milliseconds.
    public var delay: Int = 0

    public init() {}
}

/// The devices of this installation as one value.
public struct DeviceState: Sendable, Hashable {
    /// Whether the others hear this device.
    public var microphoneStatus: DeviceStatus = .off
    /// Why the last attempt to open it failed.
    public var microphoneLastError: DeviceError = .noError
    /// Whether the others see this device.
    public var cameraStatus: DeviceStatus = .off
    /// Why the last attempt to open it failed.
    public var cameraLastError: DeviceError = .noError
    /// Whether the screen is shared.
    public var screenStatus: DeviceStatus = .off
    /// 0 to 100.
    public var captureVolume: Int = 100
    /// 0 to 100.
    public var outputVolume: Int = 100
    /// Level of what the microphone takes up, 0 to 100.
    public var currentMicVolume: Int = 0
    /// Which camera is in use, or would be.
    public var isFrontCamera: Bool = true
    /// How one sees one's own picture.
    public var localMirrorType: MirrorType = .auto
    /// What the camera is to send.
    public var localVideoQuality: VideoQuality = .quality540P
    /// Where the others are heard.
    public var currentAudioRoute: AudioRoute = .earpiece
    /// The own connection.
    public var networkInfo = NetworkInfo()

    public init() {}
}
