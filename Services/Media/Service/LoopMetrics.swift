import MediaLoop
import ServiceKit

/// Carries the loops' own counters, which only they may touch, into the service's metrics.
struct LoopMetrics {
    private let counters: [(counter: Counter, value: any KeyPath<LoopLoad, UInt64> & Sendable)]
    private let slack: Histogram
    private let busy: Gauge
    private var last: [LoopLoad] = []

    init(_ metrics: Metrics) {
        counters = [
            (metrics.counter("tick_total"), \.ticks),
            (metrics.counter("tick_overrun_total"), \.overruns),
            (metrics.counter("tick_skipped_total"), \.skipped),
            (metrics.counter("frame_decoded_total"), \.decodes),
            (metrics.counter("frame_encoded_total"), \.encodes),
            (metrics.counter("encoder_warm_up_frame_total"), \.warmUps),
            (metrics.counter("codec_error_total"), \.codecErrors),
            (metrics.counter("packet_received_total"), \.packetsReceived),
            (metrics.counter("packet_sent_total"), \.packetsSent),
            (metrics.counter("packet_unsent_total"), \.sendFailures),
            (metrics.counter("receive_failure_total"), \.receiveFailures),
            (metrics.counter("packet_stranger_total"), \.strangers),
            (metrics.counter("packet_unauthentic_total"), \.unauthentic),
            (metrics.counter("packet_malformed_total"), \.malformed),
        ]
        slack = metrics.histogram("tick_slack_percent", bounds: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
        busy = metrics.gauge("loop_busy_permille")
    }

    mutating func update(from loads: [LoopLoad]) {
        for (index, load) in loads.enumerated() {
            let former = index < last.count ? last[index] : LoopLoad()
            for (counter, value) in counters { counter.add(load[keyPath: value] - former[keyPath: value]) }
            for bucket in 0..<11 {
                // Bucket 10 ended late: no slack at all.
                let percent = bucket == 10 ? 0 : UInt64(bucket) * 10 + 5
                for _ in former.slack[bucket]..<load.slack[bucket] { slack.record(percent) }
            }
        }
        busy.set(Int64(loads.map(\.busyPermille).max() ?? 0))
        last = loads
    }
}
