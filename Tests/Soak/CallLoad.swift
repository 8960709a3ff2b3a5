import Bus
import FaultSupport
import TestSupport
import Wire

/// Callers that never stop asking: bookings that must not be done twice, look-ups that may, streams that are read for a
/// while and left.
struct CallLoad {
    let nodes: [BusNode]
    let endpoints: [String]
    let ledger: Ledger
    let seed: UInt64

    /// Runs until its task is cancelled; every call that was begun is ended then.
    func run() async {
        await withTaskGroup { group in
            for caller in 0..<24 {
                let channel = nodes[caller % nodes.count].channel(to: endpoints)
                group.addTask { await call(caller, on: channel) }
            }
            for reader in 0..<6 {
                let channel = nodes[reader % nodes.count].channel(to: endpoints)
                group.addTask { await read(reader, on: channel) }
            }
        }
    }

    private func call(_ caller: Int, on channel: BusChannel) async {
        var chance = SeededGenerator(seed: seed &+ UInt64(caller))
        var number = 0
        while !Task.isCancelled {
            number += 1
            let isBooking = chance.chance(percent: 60)
            let timeout = Duration.milliseconds([200, 1_000, 5_000][chance.next(in: 0...2)])
            let name = "\(isBooking ? "book" : "look")-\(caller)-\(number)"
            let key = chance.chance(percent: 30) ? name : ""
            let deadline = ContinuousClock.now + timeout
            var failure: RPCError?
            do throws(RPCError) {
                let method = isBooking ? FaultMethods.book : FaultMethods.look
                let answer = try await channel.unary(
                    method, Array(name.utf8), CallOptions(timeout: timeout, shardKey: key))
                precondition(!isBooking || answer == Array(name.utf8), "\(name) was given another call's answer")
            } catch {
                failure = error
            }
            ledger.note(name, failure, lateness: .now - deadline)
            try? await Task.sleep(for: .milliseconds(chance.next(in: 5...30)))
        }
    }

    private func read(_ reader: Int, on channel: BusChannel) async {
        var chance = SeededGenerator(seed: seed &- UInt64(reader) &- 1)
        while !Task.isCancelled {
            var left = chance.next(in: 1...2_000)
            do throws(RPCError) {
                for try await item in channel.serverStream(FaultMethods.pour, [], CallOptions(timeout: .seconds(2))) {
                    precondition(item.count == 1_000)
                    ledger.noteItems(1)
                    left -= 1
                    if left == 0 { break }
                }
            } catch {}
            try? await Task.sleep(for: .milliseconds(chance.next(in: 10...200)))
        }
    }
}
