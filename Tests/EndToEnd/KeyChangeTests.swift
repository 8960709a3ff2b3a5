import Bus
import BusKeys
import Foundation
import Testing
import ZeroMQ

@testable import partyline

@Suite("Keys of the bus, end to end", .serialized)
struct KeyChangeTests {
    @Test(
        "all keys of a running stack are changed and the former ones retired; calls go on, no connection is dropped for it"
    )
    func rotation() async throws {
        try await withStack { stack in
            let folder = KeyFolder(stack.layout.busKeys)
            let roles = Set(try folder.read().keys.map(\.role)).sorted()
            try await call("before", on: stack)

            let made = try folder.rotate(roles, at: Date(), delay: 3)
            try await eventually("every service uses its new key") {
                try StackLayout.Service.allCases.allSatisfy { service in
                    let key = try #require(made.first { $0.role.rawValue == service.rawValue })
                    return try log(of: service, stack).contains("own=\"\(key.publicKey.fingerprint) ")
                }
            }
            try await call("during", on: stack)
            // Services change at moments of their own: who is first is refused at first, and moves a moment later.
            try await eventually("every connection has moved to the new keys") {
                try StackLayout.Service.allCases.allSatisfy { try hasMoved($0, stack) }
            }

            #expect(try folder.retire(roles, at: Date()).count == roles.count)
            for service in StackLayout.Service.allCases { kill(try stack.processID(of: service), SIGHUP) }
            try await eventually("every service knows no former key any more") {
                try StackLayout.Service.allCases.allSatisfy { service in
                    try log(of: service, stack).contains("known=\(roles.count) ")
                }
            }
            try await call("after", on: stack)
            // Told by the side that calls: the other one may not have seen yet that a connection was replaced before its key
            // was retired. Media's news to signaling are a stream that outlives its connection's key; it is opened again.
            for service in StackLayout.Service.allCases {
                let lost = try log(of: service, stack).split(separator: "\n").filter { line in
                    line.contains("peer lost") && line.contains("endpoint=tcp") && !line.contains("peer=media")
                }
                #expect(lost.isEmpty, "\(service): \(lost)")
            }
            #expect(!stack.upLog.contains("died"))
        }
    }

    /// What the service called before its key changed it has connected to again since.
    private func hasMoved(_ service: StackLayout.Service, _ stack: RunningStack) throws -> Bool {
        let lines = try log(of: service, stack).split(separator: "\n")
        guard let change = lines.lastIndex(where: { $0.contains("bus keys changed") }) else { return false }
        func endpoints(_ lines: ArraySlice<Substring>) -> Set<Substring> {
            Set(
                lines.filter { $0.contains("peer connected") }
                    .compactMap { line in line.split(separator: " ").first { $0.hasPrefix("endpoint=tcp") } })
        }
        return endpoints(lines[..<change]).isSubset(of: endpoints(lines[change...]))
    }

    /// One whole call between two people who log in for it.
    private func call(_ name: String, on stack: RunningStack) async throws {
        let caller = try await stack.phone("\(name)-caller")
        let callee = try await stack.phone("\(name)-callee")
        try await caller.perform("call \(name)-callee")
        try await callee.wait(forEvent: "onCallReceived")
        try await callee.perform("accept")
        try await caller.wait(forState: "selfStatus", "accept")
        try await caller.perform("hangup")
        try await callee.wait(forEvent: "onCallEnded")
        await caller.quit()
        await callee.quit()
    }

    private func log(of service: StackLayout.Service, _ stack: RunningStack) throws -> String {
        try String(contentsOf: stack.layout.log(service), encoding: .utf8)
    }
}
