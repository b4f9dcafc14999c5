/// What a person is told about an update or about maintenance, in one language.
///
/// Everything in it was written by whoever operates the app. What is missing is for the app to fill in: a text of its own,
/// no button.
public struct UpdateNotice: Sendable, Hashable {
    /// The headline.
    public var title: String?
    /// The sentences below it.
    public var message: String?
    /// What stands on the button.
    public var buttonText: String?
    /// Where the button leads: a URL of an allowed scheme (see ``StoreLink``), such as the app's page in a store.
    public var storeLink: String?
    /// Which of the policy's languages the texts are in; `nil` for the texts without a language.
    public var language: String?

    /// Creates a notice.
    ///
    /// - Parameters:
    ///   - title: The headline.
    ///   - message: The sentences below it.
    ///   - buttonText: What stands on the button.
    ///   - storeLink: Where the button leads.
    ///   - language: The language of the texts.
    public init(
        title: String? = nil,
        message: String? = nil,
        buttonText: String? = nil,
        storeLink: String? = nil,
        language: String? = nil
    ) {
        self.title = title
        self.message = message
        self.buttonText = buttonText
        self.storeLink = storeLink
        self.language = language
    }

    /// This notice with everything that another one says in front of it.
    func overlaid(by other: UpdateNotice) -> UpdateNotice {
        UpdateNotice(
            title: other.title ?? title,
            message: other.message ?? message,
            buttonText: other.buttonText ?? buttonText,
            storeLink: other.storeLink ?? storeLink,
            language: other.language ?? language
        )
    }
}
