/// Whether this version of the app may go on, and what to tell the person.
///
/// ```swift
/// switch updates.decision {
/// case .upToDate: showApp()
/// case .updateRecommended(let notice): showApp(with: notice)
/// case .updateRequired(let notice), .maintenance(let notice): showNothingBut(notice)
/// }
/// ```
public enum UpdateDecision: Sendable, Hashable {
    /// It may, and there is nothing to say.
    case upToDate
    /// It may, and there is a newer version that people should have.
    case updateRecommended(UpdateNotice)
    /// It may not: a newer version must be installed first.
    case updateRequired(UpdateNotice)
    /// It may not for now: the service behind it is being worked on.
    case maintenance(UpdateNotice)

    /// Creates the decision of a level.
    ///
    /// - Parameters:
    ///   - level: What is demanded of the version.
    ///   - notice: What to tell the person; nobody sees it where the version is up to date.
    public init(_ level: UpdateLevel, _ notice: UpdateNotice) {
        self =
            switch level {
            case .upToDate: .upToDate
            case .recommended: .updateRecommended(notice)
            case .required: .updateRequired(notice)
            case .maintenance: .maintenance(notice)
            }
    }

    /// What is demanded of the version.
    public var level: UpdateLevel {
        switch self {
        case .upToDate: .upToDate
        case .updateRecommended: .recommended
        case .updateRequired: .required
        case .maintenance: .maintenance
        }
    }

    /// What to tell the person; `nil` when there is nothing to say.
    public var notice: UpdateNotice? {
        switch self {
        case .upToDate: nil
        case .updateRecommended(let notice), .updateRequired(let notice), .maintenance(let notice): notice
        }
    }

    /// Whether the app may go on.
    public var mayGoOn: Bool { !level.isLock }
}

extension UpdateDecision: CustomStringConvertible {
    /// The decision in words: "update required".
    public var description: String {
        switch self {
        case .upToDate: "up to date"
        case .updateRecommended: "update recommended"
        case .updateRequired: "update required"
        case .maintenance: "maintenance"
        }
    }
}
