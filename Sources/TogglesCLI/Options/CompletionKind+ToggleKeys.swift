import ArgumentParser
import FeatureToggles

extension CompletionKind {
    /// Completes the keys of the current manifest.
    static var toggleKeys: CompletionKind {
        .custom { _, _, prefix in
            guard let registry = try? ManifestOptions.parse([]).loadRegistry() else { return [] }
            return registry.toggles.map(\.key).filter { $0.hasPrefix(prefix) }
        }
    }
}
