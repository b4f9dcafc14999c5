import ArgumentParser
package import ToggleManifest

/// The lowest severity that fails a run, on the command line.
package enum FailOnArgument: String, CaseIterable, ExpressibleByArgument {
    case error, warning, note, never

    /// The severity; `nil` if no finding fails a run.
    package var severity: Diagnostic.Severity? {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .note
        case .never: nil
        }
    }
}
