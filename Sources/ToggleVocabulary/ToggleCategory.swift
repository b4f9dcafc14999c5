/// The purpose of a toggle.
///
/// The category determines which sources can set its value, and what it becomes in a RELEASE build.
///
/// | category | value | sources; the first with a value decides | in a RELEASE build |
/// |---|---|---|---|
/// | release | Bool | override, default | the constant false; the guarded code is not in the binary |
/// | ops | Bool, Int, Double, String, enum, JSON | override, remote, default | remote, default |
/// | experiment | enum of variants | override, remote, default | remote, default |
/// | permission | Bool | override, remote, default | remote, default |
/// | migration | ``MigrationStage`` | override, remote, default | remote, default |
public enum ToggleCategory: String, Sendable, Hashable, CaseIterable {
    /// Unfinished work, off at compile time in RELEASE builds.
    case release
    /// Control of a running app through remote config.
    case ops
    /// One of several variants for each user.
    case experiment
    /// Whether a user can see or do something.
    case permission
    /// The stage of a move between two stores.
    case migration
}
