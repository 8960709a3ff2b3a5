import Bus
import CallModel
import Dispatch
import Glibc

/// Runs a service's parts: start in order, wait, drain in reverse. `Boot.run` exits with its result.
struct Runner {
    let service: String
    let instance: String
    let log: Log
    let bus: BusNode
    let shutdown: Shutdown
    let drainTimeout: Duration
    /// What SIGHUP asks for; `nil`: nothing, it ends the process.
    var hangUp: (@Sendable () -> Void)?

    /// What is left for a part that is drained after the limit.
    private static let leastDrain = Duration.milliseconds(100)

    /// The exit code.
    func run(_ parts: [any Part]) async -> Int32 {
        let signals = Signals(hangUp: hangUp) { shutdown.request(.signal($0)) }
        defer { withExtendedLifetime(signals) {} }
        bus.health.setStarting(true)
        let (started, failure) = await startUnlessEnded(parts)
        if let failure {
            log.error("start failed", ["part": failure.part, "error": failure.error])
            await drain(started)
            return 1
        }
        if started.count == parts.count {
            do { try bus.start() } catch {
                log.error("start failed", ["part": "bus", "error": "\(error)"])
                await drain(started)
                return 1
            }
            bus.health.setStarting(false)
            log.notice("service ready", ["instance": instance, "endpoint": bus.boundEndpoint])
        }
        let cause = await shutdown.wait()
        switch cause {
        case .signal(let name): log.notice("service draining", ["signal": name])
        case .inputEnded: log.notice("service draining", ["input": "ended"])
        case .failure(let reason): log.error("service failed", ["reason": reason])
        }
        await drain(started)
        log.notice("service stopped", ["instance": instance])
        if case .failure = cause { return 1 }
        return 0
    }

    /// Those that have started: all of them, unless one fails, or the process is to end while one waits for something that is
    /// away.
    private func startUnlessEnded(_ parts: [any Part]) async -> (started: [any Part], failure: StartFailure?) {
        let starting = Task { () -> (started: [any Part], failure: StartFailure?) in
            var started: [any Part] = []
            for part in parts {
                do { try await part.start() } catch is CancellationError where Task.isCancelled {
                    return (started, nil)
                } catch {
                    return (started, StartFailure(part: part.name, error: "\(error)"))
                }
                started.append(part)
            }
            return (started, nil)
        }
        Task {
            _ = await shutdown.wait()
            starting.cancel()
        }
        return await starting.value
    }

    private struct StartFailure {
        let part: String
        let error: String
    }

    /// The bus first, so that nobody gets new work while the parts finish; its own calls work until the end.
    private func drain(_ parts: [any Part]) async {
        let abandonment = abandon(after: drainTimeout + .seconds(1))
        defer { abandonment.cancel() }
        let deadline = ContinuousClock.now + drainTimeout
        await bus.stopServing(within: drainTimeout)
        for part in parts.reversed() {
            let limit = max(deadline - .now, Self.leastDrain)
            log.debug("part draining", ["part": part.name])
            await part.drain(within: limit)
        }
        await bus.close()
    }

    /// A part that does not come back must not keep the process. Not a task: the pool may be what is stuck.
    private func abandon(after limit: Duration) -> DispatchWorkItem {
        let log = log
        let item = DispatchWorkItem {
            log.error("drain abandoned", ["limit": limit])
            _exit(1)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(limit.wholeMilliseconds)), execute: item)
        return item
    }
}
