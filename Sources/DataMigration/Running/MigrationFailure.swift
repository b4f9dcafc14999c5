/// Something that went wrong in a run, for the team's monitoring.
///
/// It has no values of settings in it, but names of keys and, in ``DataMigrationError/underlying``, what the app's own
/// closures threw.
public struct MigrationFailure: Sendable, CustomStringConvertible {
    /// What became of the data.
    public enum Resolution: Sendable, Hashable {
        /// It is as it was before the run; the next start tries again.
        case keptData
        /// The step is left out, the others count.
        case skippedStep
        /// It was kept as a backup, and the store is empty.
        case startedClean(backup: String?)
        /// It is migrated, but secrets wait for the next start.
        case secretsWait
        /// It is migrated, but one secret is not what the steps made of it: the app has changed it since, or it is gone.
        case leftOutSecret
    }

    /// The name of the step; `nil` when none was running.
    public let step: String?
    /// The version of the step.
    public let version: String?
    /// The store.
    public let store: String
    /// What went wrong.
    public let error: DataMigrationError
    /// What became of the data.
    public internal(set) var resolution: Resolution

    /// A sentence for a log, on one line.
    public var description: String {
        let place = step.map { "Step “\($0)” of \(version ?? "?") on \(store)" } ?? "Migration of \(store)"
        let end =
            switch resolution {
            case .keptData: "The data is as it was."
            case .skippedStep: "The step was skipped."
            case .startedClean(let backup?): "The store was started clean; the data is kept as \(backup)."
            case .startedClean: "The store was started clean; there was no data."
            case .secretsWait: "The settings are migrated, secrets follow at the next start."
            case .leftOutSecret: "The settings are migrated, that secret is not."
            }
        return JSONLine.escaped("\(place) failed: \(error.message) \(end)")
    }
}
