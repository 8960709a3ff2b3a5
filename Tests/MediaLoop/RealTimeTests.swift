import Testing

/// Tests that talk in real time. One after the other: two at once would take each other's time.
@Suite("in real time", .serialized)
struct RealTimeTests {}
