import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Where a person's files lie, and that nobody else's folder is taken for one.
@Suite struct UserFoldersTests {
    private static let homes: [([String: String], String?, String?)] = [
        (["HOME": "/home/me", "TMPDIR": "/t"], "/account", "/home/me"),
        (["HOME": "", "TMPDIR": "/t"], "/account", "/account"),
        (["HOME": "home/me", "TMPDIR": "/t"], "/account", "/account"),
        (["HOME": ".", "TMPDIR": "/t"], nil, "/t"),
        (["HOME": "~", "TMPDIR": "t"], nil, nil),
        (["TMPDIR": "/t"], nil, "/t"),
        (["TMPDIR": ""], nil, nil),
        ([:], nil, nil),
    ]

    @Test(arguments: homes)
    func theHomeIsNeverAFolderInWhichEverybodyWrites(
        environment: [String: String],
        account: String?,
        home: String?
    ) {
        #expect(UserFolders.home(environment) { account } == home)
    }
}
