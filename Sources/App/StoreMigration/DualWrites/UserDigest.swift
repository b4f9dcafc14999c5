import ToggleBase

/// The digest of a user's name for files, which must not contain the name.
enum UserDigest {
    /// Returns the digest as 32 hexadecimal digits.
    static func text(of user: String) -> String { ContentDigest(Array(user.utf8)).text }
}
