/// Whether this version of the app can be used, and the notice for the user.
///
/// ```swift
/// switch updates.decision {
/// case .upToDate: showApp()
/// case .updateRecommended(let notice): showApp(with: notice)
/// case .updateRequired(let notice), .maintenance(let notice): showNothingBut(notice)
/// }
/// ```
public enum UpdateDecision: Sendable, Hashable {
    /// The version can be used, without a notice.
    case upToDate
    /// The version can be used, and a newer one is recommended.
    case updateRecommended(UpdateNotice)
    /// The version can't be used; a newer one must be installed.
    case updateRequired(UpdateNotice)
    /// The version can't be used for now, because the service is under maintenance.
    case maintenance(UpdateNotice)

    /// Creates the decision of a level.
    ///
    /// - Parameters:
    ///   - level: The level for the version.
    ///   - notice: The notice for the user; ignored if the version is up to date.
    public init(_ level: UpdateLevel, _ notice: UpdateNotice) {
        self =
            switch level {
            case .upToDate: .upToDate
            case .recommended: .updateRecommended(notice)
            case .required: .updateRequired(notice)
            case .maintenance: .maintenance(notice)
            }
    }

    /// The level for the version.
    public var level: UpdateLevel {
        switch self {
        case .upToDate: .upToDate
        case .updateRecommended: .recommended
        case .updateRequired: .required
        case .maintenance: .maintenance
        }
    }

    /// The notice for the user; `nil` if the version is up to date.
    public var notice: UpdateNotice? {
        switch self {
        case .upToDate: nil
        case .updateRecommended(let notice), .updateRequired(let notice), .maintenance(let notice): notice
        }
    }

    /// Whether the app must show nothing but the notice: an update is required, or there is maintenance.
    public var isLocked: Bool { level.isLock }
}

extension UpdateDecision: CustomStringConvertible {
    /// The decision as text, such as "update required".
    public var description: String {
        switch self {
        case .upToDate: "up to date"
        case .updateRecommended: "update recommended"
        case .updateRequired: "update required"
        case .maintenance: "maintenance"
        }
    }
}
