/// A notice about an update or maintenance, in one language.
///
/// The operator of the app writes it. The app replaces missing members with its own texts, or shows no button.
public struct UpdateNotice: Sendable, Hashable {
    /// The headline.
    public var title: String?
    /// The sentences below it.
    public var message: String?
    /// The label of the button.
    public var buttonText: String?
    /// The link of the button: a URL with an allowed scheme (see ``StoreLink``), such as the app's page in a store.
    public var storeLink: String?
    /// The language of the texts, as spelled in the policy; `nil` for the texts without a language.
    public var language: String?

    /// Creates a notice.
    ///
    /// - Parameters:
    ///   - title: The headline.
    ///   - message: The sentences below it.
    ///   - buttonText: The label of the button.
    ///   - storeLink: The link of the button.
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

    /// Returns this notice, replaced by the members that another one has.
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
