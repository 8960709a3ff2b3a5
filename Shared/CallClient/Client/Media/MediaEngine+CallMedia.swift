internal import Wire

/// The engine as the session sees it.
extension MediaEngine: CallMedia {
    func start(_ grant: Proto.MediaGrant) {
        do {
            start(try MediaRoute(grant))
        } catch {
            refuse(grant.era, error)
        }
    }

    func setMicrophone(isOpened: Bool) { setMicrophone(isOpen: isOpened) }

    func setVolumes(capture: Int, output: Int) { setVolumes(input: capture, output: output) }

    func statistics() -> MediaStatistics {
        let report = report
        var statistics = MediaStatistics()
        statistics.callId = report.callID
        statistics.sendSSRC = report.sendSSRC
        statistics.receiveSSRC = report.receiveSSRC
        statistics.packetsSent = report.packetsSent
        statistics.packetsReceived = report.packetsReceived
        statistics.packetsLost = UInt64(max(0, report.packetsLost))
        statistics.packetsDiscarded = report.packetsDiscarded
        statistics.packetsLostUpstream = UInt64(max(0, report.packetsLostUpstream))
        statistics.roundTrip = report.roundTrip
        statistics.playoutDelay = report.playoutDelay
        statistics.concealed = report.concealed
        statistics.jitter = report.jitter
        statistics.timeToFirstAudio = report.timeToFirstAudio
        return statistics
    }
}

extension CallClientSession {
    /// A client whose calls sound: `source` is its microphone and `sink` its speaker.
    public convenience init(_ configuration: ClientConfiguration, source: any AudioSource, sink: any AudioSink) {
        self.init(configuration)
        useAudio(source: source, sink: sink)
    }

    /// Gives calls their sound, from the next room on: `source` is the microphone and `sink` the speaker.
    public func useAudio(source: any AudioSource, sink: any AudioSink) {
        use { tell in
            MediaEngine(source: source, sink: sink) { event in
                switch event {
                case .firstAudio(let delay): tell(.firstAudio(after: delay))
                case .lost(let era): tell(.lost(era: era))
                case .volumes(let input, _): tell(.microphoneLevel(input))
                case .failed(let reason): tell(.failed(reason))
                }
            }
        }
    }
}
