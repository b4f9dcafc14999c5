import FeatureToggles
import Testing

@testable import ToggleConsole

struct RevisionTextTests {
    @Test(arguments: [
        ("12", "12"), ("\"41a22cce2b6f1640\"", "41a22cce2b6f1640"), ("W/\"7\"", "7"),
        ("\"0123456789abcdef0\"", "0123456789abcde…"), ("\"", "\""), ("", ""),
    ])
    func entityTagsAreShortened(revision: String, shown: String) {
        let state = RemoteState(status: .ready, since: 0, why: "", revision: revision, source: "")
        #expect(state.shownRevision == shown)
    }

    @Test func missingRevisionIsNotShown() {
        #expect(RemoteState(status: .ready, since: 0, why: "", source: "").shownRevision == nil)
    }
}
