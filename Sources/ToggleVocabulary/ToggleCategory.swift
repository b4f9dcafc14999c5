/// What a toggle is for.
///
/// The category decides which sources may set its value and what it becomes in a RELEASE build.
///
/// | category | value | sources, first that has a value wins | in a RELEASE build |
/// |---|---|---|---|
/// | release | Bool | override, default | the constant false; the guarded code is gone |
/// | ops | Bool, Int, Double, String, enum, JSON | override, remote, default | remote, default |
/// | experiment | enum of variants | override, remote, default | remote, default |
/// | permission | Bool | override, remote, default | remote, default |
/// | migration | ``MigrationStage`` | override, remote, default | remote, default |
public enum ToggleCategory: String, Sendable, Hashable, CaseIterable {
    /// Unfinished work, off at compile time in RELEASE builds.
    case release
    /// Operational control, backed by remote config.
    case ops
    /// One of several variants per person.
    case experiment
    /// Who may see or do something.
    case permission
    /// The stage of a move between two stores.
    case migration
}
