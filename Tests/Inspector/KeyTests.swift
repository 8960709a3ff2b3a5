import Bus
import BusKeys
import Foundation
import TestSupport
import Testing

/// An encrypted bus: who has the keys sees, who has others is told so.
@Suite("zmqinspect on an encrypted bus", .serialized)
struct KeyTests {
    private let place: TemporaryFolder
    private let served: ServedProcess

    init() throws {
        place = try TemporaryFolder()
        for name in ["ours", "strangers"] {
            _ = try KeyFolder(path: place.path(name)).create(CallerList.standardRoles, at: Date())
        }
        let keyring = try KeyFolder(path: place.path("ours")).read()
        served = try ServedProcess(security: keyring.security(of: BusRole("presence"), at: Date()))
    }

    private func list(_ target: String, keys: String?) async throws -> InspectorRun {
        let words = ["list", "--target", target, "--patience", "3s"]
        return try await InspectorRun(words + (keys.map { ["--keys", place.path($0)] } ?? []))
    }

    @Test("with the inspector's key it is seen, whether its service is named or has to be found out")
    func known() async throws {
        for target in ["presence=\(served.endpoint)", served.endpoint] {
            let result = try await list(target, keys: "ours")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.contains("curve"))
        }
        await served.stop()
    }

    @Test("its tap can be read, which takes the handshake through the limits of the tap's socket")
    func tap() async throws {
        let words = ["doctor", "--target", served.endpoint, "--keys", place.path("ours"), "--patience", "20s"]
        let result = try await InspectorRun(words)
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains(", readable"))
        await served.stop()
    }

    @Test("with keys of another installation it refuses, and the exit code says so")
    func strangers() async throws {
        let result = try await list("presence=\(served.endpoint)", keys: "strangers")
        #expect(result.status == 4, "\(result.errors)")
        #expect(result.errors.contains("refuses us"))
        await served.stop()
    }

    @Test("without keys nobody answers, and the advice names --keys; a folder that is none is a usage error")
    func without() async throws {
        let result = try await list(served.endpoint, keys: nil)
        #expect(result.status == 3)
        #expect(result.errors.contains("--keys"))
        #expect(try await list(served.endpoint, keys: "nowhere").status == 2)
        await served.stop()
    }
}
