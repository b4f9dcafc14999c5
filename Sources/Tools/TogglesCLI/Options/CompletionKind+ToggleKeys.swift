import ArgumentParser
import FeatureToggles
import ToggleBase
import ToggleManifest

extension CompletionKind {
    /// Completes the keys of the current application, in zsh and fish with the descriptions of the toggles.
    static var toggleKeys: CompletionKind { keys { _ in true } }

    /// Completes the keys of toggles that read a remote document, like ``toggleKeys``.
    static var remoteKeys: CompletionKind { keys { $0 != .release } }

    /// Completes the keys of release toggles, like ``toggleKeys``.
    static var releaseKeys: CompletionKind { keys { $0 == .release } }

    /// Completes the keys of migration toggles, like ``toggleKeys``.
    static var migrationKeys: CompletionKind { keys { $0 == .migration } }

    private static func keys(of isOffered: @escaping @Sendable (ToggleCategory) -> Bool) -> CompletionKind {
        .custom { _, _, prefix in described(toggles.filter { $0.key.hasPrefix(prefix) && isOffered($0.category) }) }
    }

    /// Returns the keys of toggles, with the descriptions where the shell shows them.
    private static func described(_ toggles: [ToggleDefinition]) -> [String] {
        let mark: String? =
            switch CompletionShell.requesting {
            case .zsh: ":"
            case .fish: "\t"
            default: nil
            }
        return toggles.map { toggle in
            guard let mark, let details = toggle.details else { return toggle.key }
            return "\(toggle.key)\(mark)\(TerminalText(details.description))"
        }
    }

    /// Completes `KEY VALUE` and `KEY=VALUE`.
    static var toggleSettings: CompletionKind {
        .custom { words, index, prefix in
            let toggles = toggles
            if let mark = prefix.firstIndex(of: "="), let toggle = toggles.named(prefix[..<mark]) {
                return toggle.valueTexts.map { "\(toggle.key)=\($0)" }.filter { $0.hasPrefix(prefix) }
            }
            if let (key, text) = pairSplitByBash(words, index) {
                return (toggles.named(key[...])?.valueTexts ?? []).filter { $0.hasPrefix(text) }
            }
            // A value follows only the first key.
            let before = words.prefix(index).filter { !$0.hasPrefix("-") }
            let values = before.count == 3 ? toggles.named(before[2][...])?.valueTexts ?? [] : []
            return values.isEmpty
                ? described(toggles.filter { $0.key.hasPrefix(prefix) }) : values.filter { $0.hasPrefix(prefix) }
        }
    }

    /// Completes the values of the toggle that the words before name, which are also the usual names of its variants.
    ///
    /// - Parameter suffix: What follows a value: `=` for a share.
    /// - Returns: The completion.
    static func toggleVariants(_ suffix: String = "") -> CompletionKind {
        .custom { words, index, prefix in
            let toggles = toggles
            guard pairSplitByBash(words, index) == nil,
                let toggle = words.prefix(index).lazy.compactMap({ toggles.named($0[...]) }).first
            else { return [] }
            let names = toggle.type == .bool ? ["on", "off"] : toggle.valueTexts
            // A variant has one share.
            let given = suffix.isEmpty ? [] : words.prefix(index).map { $0.prefix { !suffix.contains($0) } }
            return names.filter { !given.contains($0[...]) }.map { $0 + suffix }.filter { $0.hasPrefix(prefix) }
        }
    }

    /// Completes the names of environments in the manifests, and the paths of JSON files.
    static var targets: CompletionKind {
        .custom { _, _, prefix in
            let modules = try? ManifestSelection().loadModules()
            let names = modules.map { PublishingTarget.environments(in: $0).map(\.name) } ?? []
            return names.filter { $0.hasPrefix(prefix) } + paths(prefix)
        }
    }

    /// Returns the folders, which end with a slash, and the JSON files whose paths begin with a text.
    private static func paths(_ prefix: String) -> [String] {
        let files = POSIXFileSystem()
        let start = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
        return DurableFile.names(inFolder: start.isEmpty ? "." : start).compactMap { name -> String? in
            let path = start + name
            guard path.hasPrefix(prefix), !name.hasPrefix(".") else { return nil }
            let kind = try? files.status(ofPath: path).kind
            return kind == .folder ? path + "/" : name.hasSuffix(".json") ? path : nil
        }
    }

    /// Returns the parts of the `KEY=VALUE` at an index, which are words of their own in bash: `KEY`, `=`, and `VALUE`.
    private static func pairSplitByBash(_ words: [String], _ index: Int) -> (key: String, text: String)? {
        guard words.indices.contains(index) else { return nil }
        if index > 0, words[index] == "=" { return (words[index - 1], "") }
        if index > 1, words[index - 1] == "=" { return (words[index - 2], words[index]) }
        return nil
    }

    private static var toggles: [ToggleDefinition] {
        (try? ManifestSelection(runningApps: RunningAppSearch(), usage: .forValues).modules())?.toggles ?? []
    }
}

extension [ToggleDefinition] {
    fileprivate func named(_ name: Substring) -> ToggleDefinition? { first { $0.key == name } }
}

extension ToggleDefinition {
    /// The values, if there are few.
    fileprivate var valueTexts: [String] {
        switch type {
        case .bool: ["on", "off"]
        case .variants(let names): names
        case .int, .double, .string, .json: []
        }
    }
}
