// Flags as many apps declare them, for Documentation/Adopting.md. The code doesn't use this package.

/// The features of a mail app that can be switched.
enum FeatureFlag: String, CaseIterable {
    /// The inbox shows threads instead of single messages.
    case threadedInbox
    case isAISummaryEnabled
    case smartReplies = "smart-replies"
    case oldScanner
    case betaBadge
}

/// Answers whether a feature is on.
struct FeatureFlags {
    /// The values of the server, by raw value.
    var remote: [String: Bool] = [:]

    /// Returns whether a feature is on.
    func isEnabled(_ flag: FeatureFlag) -> Bool {
        switch flag {
        case .threadedInbox: true
        case .betaBadge: false
        default: remote[flag.rawValue] ?? false
        }
    }
}
