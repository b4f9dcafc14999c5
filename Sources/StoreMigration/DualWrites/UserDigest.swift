import FeatureToggles

/// Stands for a user in files, which spares them the names of people.
enum UserDigest {
    /// 32 hexadecimal digits.
    static func text(of user: String) -> String {
        let digest = ContentDigest(Array(user.utf8))
        return [digest.first, digest.second].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
