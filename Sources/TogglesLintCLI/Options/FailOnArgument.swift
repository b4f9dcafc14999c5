import ArgumentParser
import ToggleManifest

/// From which severity on a run fails, on the command line.
enum FailOnArgument: String, CaseIterable, ExpressibleByArgument {
    case error, warning, note, never

    /// The least severity that makes a run fail; `nil` when none does.
    var severity: Diagnostic.Severity? {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .note
        case .never: nil
        }
    }
}
