import ToggleBase
import ToggleLint
import ToggleManifest

extension SourceScanner {
    /// Returns the configured paths and globs that match nothing, as sentences without a full stop.
    ///
    /// - Parameter paths: The files that were found.
    /// - Returns: The sentences in the order of the settings.
    /// - Complexity: O(*p* · *n*) in the numbers of patterns and of files.
    func unmatched(among paths: [String]) -> [String] {
        let fields = [
            ("included", configuration.included), ("tests", configuration.tests),
            ("debug_menus", configuration.debugMenus), ("scripts", configuration.scripts),
        ]
        var result: [String] = []
        for (field, patterns) in fields {
            for pattern in patterns {
                let glob = Glob(pattern)
                if paths.contains(where: glob.matches) { continue }
                result.append("‘\(pattern)’ in ‘\(field)’ of the manifest matches no searched file")
            }
        }
        // Excluded files were not searched for, but a path without wildcards can be checked on disk.
        for path in configuration.excluded where !path.contains(where: { "*?".contains($0) }) {
            guard !FileReading.exists(PathText.joined(root, path)) else { continue }
            result.append("‘\(path)’ in ‘excluded’ of the manifest does not exist")
        }
        return result
    }

    /// Returns the names of functions in `reads` that no call has, but that are similar to one, as sentences without a full stop.
    func unknownReads(_ facts: SourceFacts) -> [String] {
        // Variables that hold an object of properties take no toggles.
        let sources = configuration.sources.filter { ![.instanceProperties, .attributedProperties].contains($0.kind) }
        return sources.flatMap(\.reads).compactMap { name in
            guard !facts.calls.contains(name), let other = Suggestion.closest(to: name, in: facts.calls) else {
                return nil
            }
            return "no toggle is passed to ‘\(name)’ in ‘reads’ of the manifest; did you mean ‘\(other)’?"
        }
    }
}
