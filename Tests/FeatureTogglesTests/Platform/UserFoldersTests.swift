import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Where a person's files lie, and that nobody else's folder is taken for one.
@Suite struct UserFoldersTests {
    @Test(arguments: [
        (["HOME": "/home/me", "TMPDIR": "/t"], "/account", "/home/me"),
        (["HOME": "", "TMPDIR": "/t"], "/account", "/account"),
        (["TMPDIR": "/t"], nil, "/t"),
        (["TMPDIR": ""], nil, nil),
        ([:], nil, nil),
    ])
    func theHomeIsNeverAFolderInWhichEverybodyWrites(
        environment: [String: String],
        account: String?,
        home: String?
    ) {
        #expect(UserFolders.home(environment) { account } == home)
    }
}
