import CommandLineKit
import Foundation

/// `partyline up`: all services on this host.
enum UpCommand: Verb {
    static let name = "up"
    static let summary = "run all services on this host, until Ctrl-C"
    static let options: [Option] = [
        .value("data"), .value("port"), .value("bus-port"), .value("media-port"), .value("bus-encryption"),
        .value("store"),
    ]
    static let help = """
        Usage: partyline up [--data DIR] [--port N] [--bus-port N] [--media-port N] [--bus-encryption curve|none]
                            [--store postgresql://USER@HOST/DATABASE]

        Starts presence, push, media, signaling and gateway as child processes, waits until each answers healthy over
        the bus, restarts one that dies, and drains them in reverse order on Ctrl-C or SIGTERM.

          --data DIR      keys, certificate, databases, logs (default: state; made if it is not there). A service that
                          crashes leaves what its bus did last in DIR/SERVICE/crash.log
          --port N        WebSocket over TLS for clients (default 8443)
          --bus-port N    first of five bus ports on 127.0.0.1 (default 7101)
          --media-port N  first UDP port for audio (default 40000)
          --bus-encryption curve|none
                          whether the services' bus is encrypted, with keys in DIR/bus (default curve)
          --store ADDRESS PostgreSQL server for the tables of presence, push and signaling (default: files below DIR)

        Examples:
          partyline up
          partyline up --data /var/lib/partyline --port 443
        """

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        try arguments.refuseRest()
        let encryption = arguments["bus-encryption"] ?? "curve"
        guard ["curve", "none"].contains(encryption) else {
            throw ArgumentFailure(message: "--bus-encryption takes curve or none, not \(encryption)")
        }
        var layout = StackLayout(
            data: URL(fileURLWithPath: arguments["data"] ?? "state"),
            clientPort: try arguments.integer("port", in: 1...65_535, default: 8_443),
            busPort: try arguments.integer("bus-port", in: 1_024...32_763, default: 7_101),
            mediaPort: try arguments.integer("media-port", in: 1_024...65_000, default: 40_000))
        layout.isBusEncrypted = encryption == "curve"
        layout.store = arguments["store"]
        try layout.createFolders()
        for line in try DevelopmentKeys.createIfMissing(layout) { Terminal.write(line) }

        let stop = StopSignals()
        let stack = try Stack(layout: layout, executables: OwnProgram.folder) { show($0) }
        do {
            try await stack.start()
        } catch {
            await stack.stop()
            throw error
        }
        showAddresses(layout)
        await stop.wait()
        Terminal.write("\nstopping; press Ctrl-C again to leave at once")
        await stack.stop()
        return .success
    }

    private static func show(_ event: Stack.Event) {
        switch event {
        case .started:
            break
        case .healthy(let service, let time):
            Terminal.write(
                "  \(Terminal.paint("ready", .green))    \(service.rawValue.padded(to: 10)) \(milliseconds(time))")
        case .died(let service, let status, let pause):
            Terminal.write(
                "  \(Terminal.paint("died", .red))     \(service.rawValue.padded(to: 10)) status \(status), restarting in \(milliseconds(pause))"
            )
        case .stopping(let service):
            Terminal.write("  draining \(service.rawValue)")
        case .stopped:
            break
        }
    }

    private static func showAddresses(_ layout: StackLayout) {
        Terminal.write(
            """

            \(Terminal.paint("Partyline is up.", .bold))
              clients    \(layout.clientAddress)/v1   (certificate: \(layout.certificate.path))
              bus        \(StackLayout.Service.allCases.map { "\($0.rawValue) \(layout.busEndpoint($0))" }.joined(separator: "\n             "))
              audio      udp port \(layout.mediaPort) and up
              logs       \(layout.logs.path)

            Two phones, each on its own terminal:
              partyline phone --server \(layout.clientAddress) --keys \(layout.keysFile.path) --ca \(layout.certificate.path) --user alice
              partyline phone --server \(layout.clientAddress) --keys \(layout.keysFile.path) --ca \(layout.certificate.path) --user bob
            then type: call bob
            """)
    }

    private static func milliseconds(_ duration: Duration) -> String {
        "\(Int(duration / .milliseconds(1))) ms"
    }
}
