/// When a run with a document counts as healthy.
///
/// A run that is killed before it is healthy counts against the document. After three such runs in a row, the client
/// starts with the last document that had a healthy run, or with the compiled defaults if that document fails as well.
///
/// A run ends normally, however short it was, when the client is released or the process exits by itself (`exit`, the
/// end of `main`). Only a process that is ended by a trap, a signal, or a power loss counts as crashed. So command-line
/// programs need no extra code.
public enum HealthPolicy: Sendable, Hashable {
    /// A time after the activation of the document, or earlier with ``FeatureToggles/ToggleClient/markHealthy()``.
    case after(Duration)
    /// Only when the app calls ``FeatureToggles/ToggleClient/markHealthy()``.
    case whenMarked
    /// Never: runs are not counted.
    case notCounted
}
