import FeatureToggles

/// The digest of a user's name for files, which must not contain the name.
enum UserDigest {
    /// Returns the digest as 32 hexadecimal digits.
    static func text(of user: String) -> String {
        let digest = ContentDigest(Array(user.utf8))
        return [digest.first, digest.second].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
