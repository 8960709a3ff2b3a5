import CallModel
import Testing

@testable import GatewayCore

@Suite("Buckets and throttles")
struct LimitTests {
    @Test("a bucket gives its burst at once, then its rate, and never more than its burst after a rest")
    func bucket() {
        var bucket = TokenBucket(Rate(perSecond: 2, burst: 3), at: .zero)
        for _ in 0..<3 { #expect(bucket.take(at: .zero) == nil) }
        #expect(bucket.take(at: .zero) == .milliseconds(500))
        #expect(bucket.take(at: second(0.5)) == nil)
        #expect(bucket.take(at: second(0.5)) == .milliseconds(500))
        for _ in 0..<3 { #expect(bucket.take(at: second(1_000)) == nil) }
        #expect(bucket.take(at: second(1_000)) != nil)
    }

    @Test("ten failures within a minute make an address wait a minute, others not")
    func throttle() {
        var throttle = LoginThrottle()
        for attempt in 0..<10 {
            #expect(throttle.wait(for: "a", at: second(Double(attempt))) == nil)
            throttle.failed("a", at: second(Double(attempt)))
        }
        #expect(throttle.wait(for: "a", at: second(10)) == .seconds(59))
        #expect(throttle.wait(for: "b", at: second(10)) == nil)
        #expect(throttle.wait(for: "a", at: second(69)) == nil)
    }

    @Test("failures spread over more than a minute, or a success between, do not add up")
    func forgiveness() {
        var slow = LoginThrottle()
        for attempt in 0..<30 {
            slow.failed("a", at: second(Double(attempt) * 7))
            #expect(slow.wait(for: "a", at: second(Double(attempt) * 7)) == nil)
        }
        var mixed = LoginThrottle()
        for attempt in 0..<30 {
            mixed.failed("a", at: second(Double(attempt) / 10))
            if attempt % 5 == 4 { mixed.succeeded("a") }
        }
        #expect(mixed.wait(for: "a", at: second(3)) == nil)
    }

    @Test("a flood of addresses is remembered only so far")
    func bounded() {
        var throttle = LoginThrottle()
        throttle.addresses = 100
        for number in 0..<1_000 { throttle.failed("\(number)", at: second(Double(number) / 1_000)) }
        for _ in 0..<10 { throttle.failed("999", at: second(1)) }
        #expect(throttle.wait(for: "999", at: second(1)) != nil)
    }
}
