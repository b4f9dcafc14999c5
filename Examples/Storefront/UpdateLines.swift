import ForcedUpdates

/// What the screen says about updates.
struct UpdateLines {
    let decision: UpdateDecision

    /// A box with the texts of the policy; nothing when the shop is up to date.
    ///
    /// The shop's own words stand in for those that the policy leaves out.
    var lines: [String] {
        guard let notice = decision.notice else { return [] }
        var lines = ["!! \(notice.title ?? words) !!"]
        if let message = notice.message { lines.append("   \(message)") }
        if let link = notice.storeLink { lines.append("   [\(notice.buttonText ?? "Update")] \(link)") }
        return lines
    }

    private var words: String {
        switch decision {
        case .upToDate: ""
        case .updateRecommended: "There is a newer version"
        case .updateRequired: "This version cannot be used any more"
        case .maintenance: "The shop is closed for the moment"
        }
    }
}
