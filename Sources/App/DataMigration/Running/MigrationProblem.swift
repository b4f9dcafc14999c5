/// A problem in a run, for a monitoring service.
///
/// It contains keys, but no values, except for errors of the app's own closures in ``DataMigrationError/underlying``.
public struct MigrationProblem: Sendable, CustomStringConvertible {
    /// What happened to the data.
    public enum Resolution: Sendable, Hashable {
        /// The data is unchanged; the next launch tries again.
        case keptData
        /// The step was skipped; the others ran.
        case skippedStep
        /// The data was kept as a backup, and the store is empty. With ``FailurePolicy/startClean(including:)``, the
        /// secrets with these names were removed, too.
        case startedClean(backup: String?, removedSecrets: [String] = [])
        /// The data was migrated, but some secrets are waiting for the next launch.
        case secretsWait
        /// The data was migrated except for one secret: the app has changed it, it is missing, or its staged value is
        /// invalid.
        case leftOutSecret
    }

    /// The name of the step; `nil` if none was running.
    public let step: String?
    /// The version of the step.
    public let version: String?
    /// The store.
    public let store: String
    /// The error.
    public let error: DataMigrationError
    /// What happened to the data.
    public internal(set) var resolution: Resolution

    /// The problem on one line, for a log.
    public var description: String {
        let place = step.map { "Step “\($0)” of \(version ?? "?") on \(store)" } ?? "Migration of \(store)"
        let end =
            switch resolution {
            case .keptData: "The data is unchanged."
            case .skippedStep: "The step was skipped."
            case .startedClean(let backup, let secrets):
                "The store was started clean; \(backup.map { "the data is kept as \($0)" } ?? "there was no data")."
                    + Self.sentence(ofRemoved: secrets)
            case .secretsWait: "The settings were migrated; the secrets follow at the next launch."
            case .leftOutSecret: "The settings were migrated, but that secret was not."
            }
        return ReportText.escaped("\(place) failed: \(error.message) \(end)")
    }

    private static func sentence(ofRemoved secrets: [String]) -> String {
        switch secrets.count {
        case 0: ""
        case 1: " The secret \(ReportText.list(secrets)) was removed."
        default: " The secrets \(ReportText.list(secrets)) were removed."
        }
    }
}
