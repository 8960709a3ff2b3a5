import CallModel
import MediaCore
import Testing

@testable import media

@Suite("room news")
struct RoomNewsTests {
    private let call = CallID("call-1")
    private let session = SessionID("s")

    private func room() throws -> Room {
        var directory = RoomDirectory(limits: RoomLimits())
        _ = try directory.create(call, era: Era(2), at: .zero)
        return try #require(directory.room(of: call))
    }

    @Test("a timeout is urgent once and told for five seconds")
    func timeout() throws {
        var news = RoomNews()
        news.timedOut(session, in: try room(), at: .zero)
        #expect(news.isUrgent)
        let told = (0..<8).map { news.take(at: .zero + .seconds($0)) == [.timedOut([session], call, Era(2))] }
        #expect(told == [true, true, true, true, true, true, false, false])
        #expect(!news.isUrgent)
    }

    @Test("who is back is not told as gone")
    func rejoined() throws {
        var news = RoomNews()
        news.timedOut(session, in: try room(), at: .zero)
        news.forget(session, in: call)
        let items = news.take(at: .zero)
        #expect(items == [])
    }

    @Test("the end of a room is told once, and nothing else of it after")
    func closed() throws {
        var news = RoomNews()
        news.timedOut(session, in: try room(), at: .zero)
        news.closed(call, Era(2))
        let first = news.take(at: .zero)
        let second = news.take(at: .zero)
        #expect(first == [.closed(call, Era(2))])
        #expect(second == [])
    }
}
