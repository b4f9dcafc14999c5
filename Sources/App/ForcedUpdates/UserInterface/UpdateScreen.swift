/// The texts and buttons with which an app shows a decision.
///
/// `UpdateGate` shows it. To design your own screen, create one for each decision:
///
/// ```swift
/// if let screen = UpdateScreen(updates.decision), screen.isLock {
///     MyLockScreen(screen.title, screen.message, buttons: screen.buttons)
/// }
/// ```
///
/// Texts come from the policy. Those that the policy doesn't have come from ``UpdateTexts``, so there is always a
/// title, and each button has a label.
public struct UpdateScreen: Sendable, Hashable {
    /// What a button does.
    public enum Action: Sendable, Hashable {
        /// Opens a link, such as the app's page in a store. The policy has checked its scheme (see ``StoreLink``).
        case open(link: String)
        /// Fetches the policy again (see ``UpdatePolicy/check(minimumInterval:)``).
        case checkAgain
        /// Hides a recommendation.
        case dismiss
    }

    /// A button.
    public struct Button: Sendable, Hashable {
        /// The text on it.
        public let label: String
        /// What it does.
        public let action: Action
    }

    /// The level of the decision, which is never ``UpdateLevel/upToDate``.
    public let level: UpdateLevel
    /// The headline.
    public let title: String
    /// The sentences below it; `nil` if a title is enough.
    public let message: String?
    /// The buttons, the most important one first; empty if there is nothing that the user can do.
    public let buttons: [Button]

    /// Creates the screen of a decision, or returns `nil` if the version is up to date.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - texts: The texts that the policy doesn't have; `nil` uses the standard texts in the language of the notice,
    ///     or otherwise of the user.
    ///   - language: The user's language as a tag (BCP 47), such as "de-AT"; `nil` if it is unknown.
    public init?(_ decision: UpdateDecision, texts: UpdateTexts? = nil, language: String? = nil) {
        guard let notice = decision.notice else { return nil }
        let texts = texts ?? UpdateTexts(language: notice.language ?? language)
        level = decision.level
        title = notice.title ?? texts.title(for: level)
        // The message of the policy belongs to its title, so a policy with a title alone has no message.
        message = notice.message ?? (notice.title == nil ? texts.message(for: level) : nil)
        var buttons: [Button] = []
        if let link = notice.storeLink {
            let label = notice.buttonText ?? (level == .maintenance ? texts.moreInformation : texts.update)
            buttons.append(Button(label: label, action: .open(link: link)))
        }
        switch level {
        case .maintenance: buttons.append(Button(label: texts.checkAgain, action: .checkAgain))
        case .recommended: buttons.append(Button(label: texts.later, action: .dismiss))
        case .required, .upToDate: break
        }
        self.buttons = buttons
    }

    /// Whether the app must show nothing but this screen.
    public var isLock: Bool { level.isLock }

    /// Whether the user can hide the screen.
    public var isDismissible: Bool { !isLock }
}
