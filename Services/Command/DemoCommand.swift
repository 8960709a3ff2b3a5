import CommandLineKit
import Foundation

/// `partyline demo`: three people on one call, and proof of who heard whom.
enum DemoCommand: Verb {
    static let name = "demo"
    static let summary = "three phones on one call through five services, measured"
    static let options: [Option] = [
        .value("output"), .value("server"), .value("keys"), .value("port"), .value("bus-port"), .value("media-port"),
    ]
    static let help = """
        Usage: partyline demo [--output DIR] [--port N] [--bus-port N] [--media-port N]
               partyline demo --server URL[,URL...] --keys DIR [--output DIR]

        Starts the five services with fresh state and three phones. alice calls bob and carol; both accept; each plays a
        human voice (English, Spanish, French) and records what it hears, first one after the other, then all at once;
        alice hangs up, then bob. Then it lays the recordings over the originals and prints who heard whom and how well.
        With --server it starts the phones only and calls through a server that runs already.

          --output DIR   recordings, logs and state (default: demo-output; replaced)
          --server URL   wss://host:8443; of several gateways each connection takes the next
          --keys DIR     folder that `partyline keys` filled for that server: keys.conf and tls/cert.pem
          --port N, --bus-port N, --media-port N   as in `partyline up` (defaults 18443, 17101, 41000)

        Ends with 0 if everybody heard everybody else and nobody himself (own-voice leak under -40 dB), with 1 if not.
        """

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        try arguments.refuseRest()
        let output = URL(fileURLWithPath: arguments["output"] ?? "demo-output")
        if arguments["server"] != nil { return try await callThroughServer(arguments, output) }
        if arguments["keys"] != nil { throw ArgumentFailure(message: "--keys goes with --server") }
        let layout = StackLayout(
            data: output.appendingPathComponent("state"),
            clientPort: try arguments.integer("port", in: 1...65_535, default: 18_443),
            busPort: try arguments.integer("bus-port", in: 1_024...32_763, default: 17_101),
            mediaPort: try arguments.integer("media-port", in: 1_024...65_000, default: 41_000))
        let turns = try Turns.humanVoices()
        try replaceFolder(output)
        try layout.createFolders()
        _ = try DevelopmentKeys.createIfMissing(layout)

        Terminal.write(Terminal.paint("Partyline demo: three people on one call", .bold))
        let stack = try startableStack(layout)
        do {
            try await stack.start()
            let report = try await DemoScenario(
                turns: turns, access: ServerAccess(layout), output: output, logs: layout.logs
            ).play()
            await stack.stop()
            show(report, logs: layout.logs)
            return report.isGood ? .success : .failure
        } catch {
            await stack.stop()
            Terminal.writeError("logs: \(layout.logs.path)")
            throw error
        }
    }

    private static func startableStack(_ layout: StackLayout) throws -> Stack {
        try Stack(layout: layout, executables: OwnProgram.folder) { event in
            if case .healthy(let service, let time) = event {
                Terminal.write(
                    "  \(service.rawValue.padded(to: 10)) healthy after \(Int(time / .milliseconds(1))) ms, \(layout.busEndpoint(service))"
                )
            }
            if case .died(let service, let status, _) = event {
                Terminal.writeError("  \(service.rawValue) died with status \(status); see \(layout.log(service).path)")
            }
        }
    }

    private static func callThroughServer(_ arguments: Arguments, _ output: URL) async throws -> ExitCode {
        for option in ["port", "bus-port", "media-port"] where arguments[option] != nil {
            throw ArgumentFailure(message: "--\(option) is for a demo that starts the services itself")
        }
        let access = ServerAccess(
            servers: try PhoneOptions.servers(arguments).joined(separator: ","),
            keysFolder: URL(fileURLWithPath: try arguments.required("keys")))
        let turns = try Turns.humanVoices()
        try replaceFolder(output)
        Terminal.write(Terminal.paint("Partyline demo: three people on one call through \(access.servers)", .bold))
        let report = try await DemoScenario(turns: turns, access: access, output: output, logs: output).play()
        show(report, logs: output)
        return report.isGood ? .success : .failure
    }

    private static func show(_ report: DemoReport, logs: URL) {
        Terminal.write("")
        for line in report.lines() { Terminal.write(line) }
        Terminal.write("\nListen:  " + report.phones.map { $0.recording.path }.joined(separator: "\n         "))
        Terminal.write("Logs:    \(logs.path)\n")
        Terminal.write(
            report.isGood
                ? Terminal.paint("Everybody heard everybody else, nobody himself.", .green)
                : Terminal.paint("Somebody did not hear somebody else, or heard himself.", .red))
    }

    /// An empty folder. Refuses to replace one that no demo has made.
    private static func replaceFolder(_ folder: URL) throws {
        let mark = folder.appendingPathComponent(".partyline-demo")
        if FileManager.default.fileExists(atPath: folder.path) {
            guard FileManager.default.fileExists(atPath: mark.path) else {
                throw VerbFailure(
                    "\(folder.path) is there and was not made by a demo. Give another --output.", code: .cannotCreate)
            }
            try FileManager.default.removeItem(at: folder)
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: mark)
    }
}
