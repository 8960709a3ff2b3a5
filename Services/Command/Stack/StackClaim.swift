import CommandLineKit
import Datagram
import Foundation
import ZeroMQ

/// What a stack needs for itself alone: its data folder, for as long as this lives, and its ports. Two stacks on one
/// folder would write the same databases, and one that starts on another's ports would take that one for itself.
final class StackClaim: Sendable {
    private let lock: FileHandle

    /// Throws a failure that says what is taken.
    init(_ layout: StackLayout) throws {
        let file = layout.data.appendingPathComponent("run/lock").path
        if !FileManager.default.fileExists(atPath: file) {
            _ = FileManager.default.createFile(atPath: file, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        guard let handle = FileHandle(forUpdatingAtPath: file) else {
            throw VerbFailure("cannot write \(file)", code: .cannotCreate)
        }
        lock = handle
        // Not for the children: the lock goes with this process, however it ends.
        _ = fcntl(lock.fileDescriptor, F_SETFD, FD_CLOEXEC)
        guard flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw VerbFailure(
                "another stack runs on \(layout.data.path): stop it, or choose --data", code: .unavailable)
        }
        let taken = try Self.ports(of: layout).filter { try Self.isTaken($0.number, isDatagram: $0.isDatagram) }
        guard taken.isEmpty else {
            let list = taken.map { "\($0.isDatagram ? "udp" : "tcp") \($0.number) (\($0.use), --\($0.option))" }
            throw VerbFailure(
                "ports that something else listens on: \(list.joined(separator: ", "))", code: .unavailable)
        }
    }

    private struct Port {
        let number: Int
        let use: String
        let option: String
        var isDatagram = false
    }

    private static func ports(of layout: StackLayout) -> [Port] {
        let bus = StackLayout.Service.allCases.compactMap { service in
            layout.busEndpoint(service).split(separator: ":").last.flatMap { Int($0) }
                .map { Port(number: $0, use: "bus of \(service.rawValue)", option: "bus-port") }
        }
        return [Port(number: layout.clientPort, use: "clients", option: "port")] + bus + [
            Port(number: layout.mediaPort, use: "audio", option: "media-port", isDatagram: true)
        ]
    }

    /// Binds the port as a service would, and lets go of it.
    private static func isTaken(_ number: Int, isDatagram: Bool) throws -> Bool {
        do {
            if isDatagram {
                _ = try DatagramSocket(binding: .loopback(port: UInt16(number)))
            } else {
                let context = try Context(maximumSockets: 4)
                try Socket(context, .router).bind("tcp://127.0.0.1:\(number)")
            }
            return false
        } catch let error as ZeroMQError where error == .addressInUse {
            return true
        } catch let error as DatagramError where error == .addressInUse {
            return true
        }
    }
}
