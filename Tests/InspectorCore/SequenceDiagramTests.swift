import InspectorCore
import Testing
import Wire

@Suite("a story as a picture")
struct SequenceDiagramTests {
    @Test("the summary names both causes: no session, and no token to push to")
    func summary() {
        let scene = TapScene.unreachableCallee()
        let story = CallStory(StoryQuery("c1"), records: scene.records, clocks: ClockMap())
        #expect(story.findings.map(\.rule) == [.noSession, .noPushToken])
    }
}
