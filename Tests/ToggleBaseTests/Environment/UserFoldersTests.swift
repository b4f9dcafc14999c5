import Testing
import ToggleBase

/// The folders for a user's files, which must never be folders that other users can write to.
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
    func homeIsNeverWorldWritable(
        environment: [String: String],
        account: String?,
        home: String?
    ) {
        #expect(UserFolders.home(environment) { account } == home)
    }
}
