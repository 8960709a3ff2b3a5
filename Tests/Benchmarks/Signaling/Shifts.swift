import Bus
import CallModel
import Foundation
import MonotonicClock
import Wire

/// Measures a running service.
struct Shifts {
    let node: BusNode
    let standIns: StandIns
    let service: SignalingProcess
    let length: Duration

    /// Before a measurement begins.
    private static let runUp = Duration.seconds(1)
    /// A call that takes longer to alert suffers.
    private static let goodAlerting = 50.0
    private static let recoveryWatch = Duration.seconds(4)

    /// Until the service answers and has used all its code.
    func warmUp() async throws {
        let client = Proto.SignalingClient(node.channel(to: [service.endpoint], service: "signaling"))
        var options = CallOptions(timeout: .seconds(20), identity: Pair(0, devices: 1).caller)
        options.waitForReady = true
        _ = try await client.sync(Proto.SyncRequest(), options)
        let shift = shift(.whole)
        try await shift.run(.closed(inFlight: 32), for: .seconds(1))
        try await shift.finish(within: .seconds(5))
    }

    private func shift(_ plot: Conversation.Plot) -> LoadShift {
        LoadShift(on: node, standIns, calling: service.endpoint, plot: plot)
    }

    func measure(_ arrival: LoadShift.Arrival, _ plot: Conversation.Plot) async throws -> Sample {
        let (shift, time) = (shift(plot), Self.runUp + length)
        async let running: Void = shift.run(arrival, for: time)
        try await Task.sleep(for: Self.runUp)
        let sample = try await sample(of: shift)
        try await running
        try await shift.finish(within: .seconds(10))
        return sample.completed(by: shift.book)
    }

    /// Far too much, then half of what it can bear.
    func overload(peak: Double) async throws -> Sample {
        let (shift, time) = (shift(.whole), Self.runUp + length)
        async let running: Void = shift.run(.open(perSecond: 3 * peak), for: time)
        try await Task.sleep(for: Self.runUp)
        var measured = try await sample(of: shift)
        try await running
        let relief = MonotonicInstant.now
        try await shift.run(.open(perSecond: peak / 2), for: Self.recoveryWatch)
        try await shift.finish(within: .seconds(10))
        measured.relief = relief
        return measured.completed(by: shift.book)
    }

    private func sample(of shift: LoadShift) async throws -> Window {
        let begin = MonotonicInstant.now
        let (service, own) = (ProcessorTime.microseconds(of: service.payers), ProcessorTime.microseconds(of: [0]))
        try await Task.sleep(for: length)
        return Window(
            time: begin..<(.now), serviceCPU: ProcessorTime.microseconds(of: self.service.payers) - service,
            ownCPU: ProcessorTime.microseconds(of: [0]) - own)
    }

    /// What was measured while calls ran; what became of them is known later.
    private struct Window {
        let time: Range<MonotonicInstant>
        let serviceCPU: Double
        let ownCPU: Double
        /// When the overload ended.
        var relief: MonotonicInstant?

        func completed(by book: LoadBook) -> Sample {
            let seconds = (time.upperBound - time.lowerBound) / .seconds(1)
            let completed = Double(book.completed(in: time))
            let refusals = book.refused(in: time)
            let alerting = book.latencies(placedIn: time, \.start, \.alerting)
            let waits = refusals.map { ($0.answered - $0.placed) / .milliseconds(1) }.sorted()
            var sample = Sample()
            sample.offeredPerSecond = Double(book.offered) / seconds
            sample.completedPerSecond = completed / seconds
            sample.cpuPerCall = completed > 0 ? serviceCPU / completed : 0
            sample.loadCPUPerCall = completed > 0 ? ownCPU / completed : 0
            sample.alertingP50 = alerting.percentile(0.5)
            sample.alertingP99 = alerting.percentile(0.99)
            sample.silenceP99 = book.latencies(placedIn: time, \.turned, \.silent).percentile(0.99)
            sample.refusedPerSecond = Double(refusals.count) / seconds
            sample.refusalP99 = waits.percentile(0.99)
            sample.recovery = relief.map { Self.recovery(after: $0, book) } ?? 0
            sample.lost = Double(book.open.count)
            sample.complaints = complaints(of: book)
            return sample
        }

        private func complaints(of book: LoadBook) -> [String] {
            var complaints = book.failures.map { "\($0.key) x\($0.value)" }
            if book.skipped > 0 { complaints.append("\(book.skipped) calls were not placed: all users were on a call") }
            if book.repeats > 0 { complaints.append("\(book.repeats) orders were refused for now and repeated") }
            let mute = book.refusals.count { !$0.hasReason }
            if mute > 0 { complaints.append("\(mute) refusals without a reason") }
            return complaints
        }

        /// Milliseconds from the relief to the end of the last tenth of a second in which a call was placed in vain, or one in
        /// ten alerted late.
        private static func recovery(after relief: MonotonicInstant, _ book: LoadBook) -> Double {
            let slice = 100.0
            var calls: [Int: (count: Int, late: Int, refused: Int)] = [:]
            func note(_ placed: MonotonicInstant, isLate: Bool, isRefused: Bool) {
                guard placed >= relief else { return }
                let entry = calls[Int((placed - relief) / .milliseconds(slice)), default: (0, 0, 0)]
                calls[Int((placed - relief) / .milliseconds(slice))] = (
                    entry.count + 1, entry.late + (isLate ? 1 : 0), entry.refused + (isRefused ? 1 : 0)
                )
            }
            for times in book.over {
                let alerting = times.alerting.map { ($0 - times.placed) / .milliseconds(1) }
                note(times.placed, isLate: alerting.map { $0 > goodAlerting } ?? true, isRefused: false)
            }
            for refusal in book.refusals { note(refusal.placed, isLate: true, isRefused: true) }
            let bad = calls.filter { $0.value.refused > 0 || $0.value.late * 10 > $0.value.count }.keys.max()
            return bad.map { Double($0 + 1) * slice } ?? 0
        }
    }
}
