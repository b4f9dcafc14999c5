import ForcedUpdates

/// The lines about updates.
struct UpdateLines {
    let decision: UpdateDecision

    /// The texts of the policy's notice, or no lines if the shop is up to date.
    ///
    /// The shop has a default title for a notice without one.
    var lines: [String] {
        guard let notice = decision.notice else { return [] }
        var lines = ["!! \(notice.title ?? defaultTitle) !!"]
        if let message = notice.message { lines.append("   \(message)") }
        if let link = notice.storeLink { lines.append("   [\(notice.buttonText ?? "Update")] \(link)") }
        return lines
    }

    private var defaultTitle: String {
        switch decision {
        case .upToDate: ""
        case .updateRecommended: "A newer version is available"
        case .updateRequired: "This version can no longer be used"
        case .maintenance: "The shop is closed for maintenance"
        }
    }
}
