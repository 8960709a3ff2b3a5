import Foundation
import TestSupport
import Testing
import Wire

/// `reply`: a service out of a file.
@Suite("zmqinspect answers", .serialized)
struct ReplyTests {
    @Test("calls are answered as the file says: responses with places filled, failures, streams")
    func answers() async throws {
        try await withTemporaryFile { file in
            let script = """
                { "service": "presence", "instance": "fake-1", "methods": {
                  "Presence/LookupUsers": { "response": { "users": [ { "userId": "u{{n}}" } ] } },
                  "GetUsersInfo": { "status": "unavailable", "reason": "capacity", "message": "full" },
                  "Gateway/Events": { "items": [ {}, {} ] } } }
                """
            try Data(script.utf8).write(to: URL(fileURLWithPath: file))
            let endpoint = "ipc://\(file).socket"
            async let server = InspectorRun(["reply", file, "--bind", endpoint, "--count", "4"])
            func call(_ words: String...) async throws -> InspectorRun {
                try await InspectorRun(["call"] + words + ["--target", endpoint, "--patience", "20s"])
            }
            #expect(try await call("LookupUsers").output.contains("\"u1\""))
            #expect(try await call("LookupUsers").output.contains("\"u2\""))
            let refused = try await call("GetUsersInfo")
            #expect(refused.status == 1)
            #expect(refused.errors.contains("capacity"))
            let stream = try await call("Gateway/Events", "--dangerous")
            #expect(stream.errors.contains("after 2 items"), "\(stream.errors)")
            let served = try await server
            #expect(served.status == 0)
            #expect(served.errors.contains("4 calls answered"))
        }
    }

    @Test(
        "a file that does not fit is refused before anybody calls, with the place",
        arguments: [
            ("{", "malformedJSON"), ("{}", "\"methods\" is missing"),
            (#"{"methods":{"No/Such":{}}}"#, "No/Such: no such method"),
            (#"{"methods":{"LookupUsers":{"respons":{}}}}"#, "respons means nothing here"),
            (#"{"methods":{"LookupUsers":{"response":{"user":[]}}}}"#, "no field user; there is users"),
            (#"{"methods":{"LookupUsers":{"status":"bad"}}}"#, "no status is called bad"),
        ])
    func refuses(script: String, sentence: String) async throws {
        try await withTemporaryFile { file in
            try Data(script.utf8).write(to: URL(fileURLWithPath: file))
            let result = try await InspectorRun(["reply", file, "--bind", "ipc://\(file).socket"])
            #expect(result.status == 2)
            #expect(result.errors.contains(sentence), "\(result.errors)")
        }
    }
}
