/// A screen that reads the flags.
struct Mailbox {
    let flags: FeatureFlags

    /// The title of the screen.
    var title: String { flags.isEnabled(.betaBadge) ? "Mail (beta)" : "Mail" }

    /// Returns the lines for messages.
    func lines(for messages: [String]) -> [String] {
        var lines = flags.isEnabled(.threadedInbox) ? ["\(messages.count) threads"] : messages
        if flags.isEnabled(.isAISummaryEnabled) { lines.insert("Summary", at: 0) }
        if flags.isEnabled(.smartReplies) { lines.append("Reply") }
        return lines
    }
}
