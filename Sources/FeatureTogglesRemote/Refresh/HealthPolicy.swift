/// When a run with a document counts as healthy.
///
/// A run that ends before is counted against the document. After three such runs in a row the client starts with the last
/// document that had a healthy run, and with the compiled defaults when that fails as well.
///
/// A run ends well, however short it was, when the client is released or the process exits by itself (`exit`, the end of
/// `main`). What counts as a crash is a process that is ended: a trap, a signal, a loss of power. So command-line programs
/// need not do anything.
public enum HealthPolicy: Sendable, Hashable {
    /// When that time has passed since the document was put in force, or
    /// ``FeatureToggles/ToggleClient/markHealthy()`` was called.
    case after(Duration)
    /// When ``FeatureToggles/ToggleClient/markHealthy()`` was called.
    case whenMarked
    /// Runs are not counted.
    case notCounted
}
