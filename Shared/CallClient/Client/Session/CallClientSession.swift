#if canImport(Combine)
    public import Combine
#endif
internal import CallClientCore
internal import Wire

/// One client of a Partyline server: a login, its calls, its devices. An app uses `shared`, whose parts are also
/// `LoginStore.shared`, `CallStore.shared` and `DeviceStore.shared`; a test or a bridge makes as many as it needs. A
/// session lives, and its stores work, as long as it is referenced.
public final class CallClientSession: Sendable {
    /// The app's client. Call `Partyline.configure` before the first login.
    public static let shared = CallClientSession(ClientConfiguration(deviceID: ClientConfiguration.freshDeviceID()))

    /// Logging in and out.
    public let login: LoginStore
    /// Calls.
    public let calls: CallStore
    /// Microphone, camera, volumes.
    public let devices: DeviceStore

    private let face: PublicFace
    private let shell: ClientShell
    private let media: MediaSlot
    private let news: NewsPath

    /// A client that is connected to nothing until it logs in. Without audio devices it can do everything but be heard
    /// and hear.
    public convenience init(_ configuration: ClientConfiguration) {
        self.init(configuration, opener: nil, makeMedia: nil)
    }

    /// `opener`: a transport other than WebSocket. `makeMedia` gets the way by which media tells its news.
    init(
        _ configuration: ClientConfiguration, opener: (any LinkOpener)?,
        makeMedia: ((@escaping @Sendable (MediaNews) -> Void) -> any CallMedia)?
    ) {
        face = PublicFace()
        media = MediaSlot()
        shell = ClientShell(configuration, opener: opener, media: media, observer: face)
        news = NewsPath(face, shell)
        login = LoginStore(face, shell)
        calls = CallStore(face, shell)
        devices = DeviceStore(face, shell, media)
        if let makeMedia { use(makeMedia) }
    }

    deinit {
        media.clear()
        shell.finish()
    }

    /// Where the server is and whom to trust. Takes effect at the next connection.
    public func configure(_ configuration: ClientConfiguration) { shell.post { $0.configure(configuration) } }

    /// Takes media for the next room. `make` gets the way by which it tells its news.
    func use(_ make: (@escaping @Sendable (MediaNews) -> Void) -> any CallMedia) {
        let news = news
        let made = make { news.tell($0) }
        made.setMicrophone(isOpened: face.devices.value.microphoneStatus == .on)
        media.install(made)
    }

    /// The device's network path changed, for instance from Wi-Fi to mobile: the client connects anew at once instead
    /// of waiting for the old connection to fail.
    public func networkPathChanged() { shell.post(.networkChanged) }

    /// The way to the server.
    public var connection: StatePublisher<ConnectionState> { face.connection }

    /// The first sound of the others in a call was played, so long after this device got its place in the room.
    public var firstAudioPublisher: AnyPublisher<Duration, Never> {
        face.mediaNews.publisher().compactMap { news -> Duration? in
            if case .firstAudio(let delay) = news { delay } else { nil }
        }.eraseToAnyPublisher()
    }

    /// What went over the network for the present or the last call's sound; `nil` without audio devices.
    public var mediaStatistics: MediaStatistics? { media.isPresent ? media.statistics() : nil }
}

extension ClientConfiguration {
    /// An id for an installation that has not been given one.
    static func freshDeviceID() -> String {
        let digits = Array("0123456789abcdef")
        return "device-" + String((0..<16).map { _ in digits[Int.random(in: 0..<16)] })
    }
}

/// Set-up of the app's own client.
public enum Partyline {
    /// Names the server and whom to trust. `deviceID` is stable until the app is deleted; without one, this start of
    /// the app counts as a new installation.
    public static func configure(
        server: String, trust: ServerTrust = .system, deviceID: String? = nil, platform: ClientPlatform = .desktop,
        encoding: ClientEncoding = .protobuf
    ) {
        CallClientSession.shared.configure(
            ClientConfiguration(
                server: server, trust: trust, encoding: encoding,
                deviceID: deviceID ?? ClientConfiguration.freshDeviceID(), platform: platform))
    }
}

/// The way of media's news to the app and, where the call is concerned, to the shell.
private final class NewsPath: Sendable {
    private let face: PublicFace
    private let shell: ClientShell

    init(_ face: PublicFace, _ shell: ClientShell) {
        self.face = face
        self.shell = shell
    }

    func tell(_ news: MediaNews) {
        if case .lost(let era) = news { shell.post { $0.mediaLost(era) } }
        face.heard(news)
    }
}
