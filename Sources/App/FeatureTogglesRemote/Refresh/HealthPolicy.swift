/// When a run with a document counts as healthy.
///
/// A run that crashes before it is healthy counts against the document. After three such runs in a row, the client
/// starts with the last document that had a healthy run, or with the compiled defaults if that document fails as well.
///
/// A run ends without counting, however short it was, when the app enters the background or is ended by the user, the
/// client is released, the process exits by itself (`exit`, the end of `main`), or SIGTERM, SIGINT, SIGHUP, or SIGPIPE
/// ends it. Runs in a debugger, in app extensions, and in the background aren't counted at all. So apps, servers, and
/// command-line programs need no extra code.
public enum HealthPolicy: Sendable, Hashable {
    /// A time in the foreground after the activation of the document, or earlier with ``FeatureToggles/ToggleClient/markHealthy()``.
    case after(Duration)
    /// Only when the app calls ``FeatureToggles/ToggleClient/markHealthy()``.
    case whenMarked
    /// Never: runs are not counted.
    case notCounted
}
