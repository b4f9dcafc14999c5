/// The texts of an update screen that its policy doesn't have.
///
/// The standard texts exist in English, Chinese, Dutch, French, German, Italian, Japanese, Portuguese, and Spanish. To
/// use your own, change the properties:
///
/// ```swift
/// var texts = UpdateTexts()
/// texts.requiredTitle = String(localized: "Please update the shop")
/// ```
public struct UpdateTexts: Sendable, Hashable {
    /// The title if an update is required.
    public var requiredTitle: String
    /// The message if an update is required.
    public var requiredMessage: String
    /// The title if an update is recommended.
    public var recommendedTitle: String
    /// The message if an update is recommended.
    public var recommendedMessage: String
    /// The title during maintenance.
    public var maintenanceTitle: String
    /// The message during maintenance.
    public var maintenanceMessage: String
    /// The button that opens the store.
    public var update: String
    /// The button that dismisses a recommendation.
    public var later: String
    /// The button that opens the link of a maintenance notice.
    public var moreInformation: String
    /// The button that fetches the policy again.
    public var checkAgain: String

    /// Creates the standard texts in a language.
    ///
    /// - Parameter language: The language as a tag (BCP 47), such as "de-AT". Without a translation, and for `nil`, the
    ///   texts are in English.
    public init(language: String? = nil) {
        self = Self.translation(for: language)
    }

    init(
        required: (title: String, message: String),
        recommended: (title: String, message: String),
        maintenance: (title: String, message: String),
        update: String,
        later: String,
        moreInformation: String,
        checkAgain: String
    ) {
        (requiredTitle, requiredMessage) = required
        (recommendedTitle, recommendedMessage) = recommended
        (maintenanceTitle, maintenanceMessage) = maintenance
        self.update = update
        self.later = later
        self.moreInformation = moreInformation
        self.checkAgain = checkAgain
    }

    func title(for level: UpdateLevel) -> String {
        switch level {
        case .required: requiredTitle
        case .maintenance: maintenanceTitle
        case .recommended, .upToDate: recommendedTitle
        }
    }

    func message(for level: UpdateLevel) -> String {
        switch level {
        case .required: requiredMessage
        case .maintenance: maintenanceMessage
        case .recommended, .upToDate: recommendedMessage
        }
    }
}
