internal import CallClientCore
internal import Wire

/// One client of a Partyline server: a login, its calls, its devices. An app uses `shared`, whose parts are also
/// `LoginStore.shared`, `CallStore.shared` and `DeviceStore.shared`; a test or a bridge makes as many as it needs.
public final class CallClientSession: Sendable {
    /// The app's client. Call `Partyline.configure` before the first login.
    public static let shared = CallClientSession(ClientConfiguration(deviceID: ClientConfiguration.freshDeviceID()))

    public let login: LoginStore
    public let calls: CallStore
    public let devices: DeviceStore

    private let face: PublicFace
    private let shell: ClientShell
    private let media: (any CallMedia)?

    /// A client that is connected to nothing until it logs in.
    public convenience init(_ configuration: ClientConfiguration) {
        self.init(configuration, opener: nil, makeMedia: { _ in nil })
    }

    /// `makeMedia` gets the way by which media tells its news.
    init(
        _ configuration: ClientConfiguration, opener: (any LinkOpener)?,
        makeMedia: (@escaping @Sendable (MediaNews) -> Void) -> (any CallMedia)?
    ) {
        let face = PublicFace()
        let news = NewsPath(face)
        media = makeMedia { news.tell($0) }
        self.face = face
        shell = ClientShell(configuration, opener: opener, media: media, observer: face)
        news.connect(shell)
        login = LoginStore(face, shell)
        calls = CallStore(face, shell)
        devices = DeviceStore(face, shell, media)
    }

    /// Where the server is and whom to trust. Takes effect at the next connection.
    public func configure(_ configuration: ClientConfiguration) { shell.post { $0.configure(configuration) } }

    /// The device's network path changed, for instance from Wi-Fi to mobile: the client connects anew at once instead of
    /// waiting for the old connection to fail.
    public func networkPathChanged() { shell.post(.networkChanged) }

    /// The way to the server.
    public var connection: StatePublisher<ConnectionState> { face.connection }

    /// The first sound of the others in a call was played, so long after this device got its place in the room.
    public var firstAudioPublisher: AnyPublisher<Duration, Never> {
        AnyPublisher { [face] receive in
            face.mediaNews.add { news in
                if case .firstAudio(let delay) = news { receive(delay) }
            }
        }
    }

    /// What went over the network for the present or the last call's sound; `nil` without audio devices.
    public var mediaStatistics: MediaStatistics? { media?.statistics() }
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
    /// Names the server and whom to trust. `deviceID` is stable until the app is deleted; without one, this start of the
    /// app counts as a new installation.
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

/// Media is made before the shell that hears of it.
private final class NewsPath: Sendable {
    private let face: PublicFace
    private let shell = LateReference<ClientShell>()

    init(_ face: PublicFace) { self.face = face }

    func connect(_ shell: ClientShell) { self.shell.set(shell) }

    func tell(_ news: MediaNews) {
        if case .lost(let era) = news { shell.value?.post { $0.mediaLost(era) } }
        face.heard(news)
    }
}
