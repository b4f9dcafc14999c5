import ArgumentParser
import FeatureToggles

extension CompletionKind {
    /// Completes the keys of the current application.
    static var toggleKeys: CompletionKind {
        .custom { _, _, prefix in
            guard let modules = try? ManifestSelection(runningApps: RunningAppSearch()).modules() else { return [] }
            return modules.toggles.map(\.key).filter { $0.hasPrefix(prefix) }
        }
    }
}
