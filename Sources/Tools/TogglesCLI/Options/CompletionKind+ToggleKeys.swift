import ArgumentParser
import FeatureToggles
import ToggleBase
import ToggleManifest

extension CompletionKind {
    /// Completes the keys of the current application.
    static var toggleKeys: CompletionKind {
        .custom { _, _, prefix in toggles.map(\.key).filter { $0.hasPrefix(prefix) } }
    }

    /// Completes `KEY VALUE` and `KEY=VALUE`.
    static var toggleSettings: CompletionKind {
        .custom { words, index, prefix in
            let toggles = toggles
            if let mark = prefix.firstIndex(of: "="), let toggle = toggles.named(prefix[..<mark]) {
                return toggle.valueTexts.map { "\(toggle.key)=\($0)" }.filter { $0.hasPrefix(prefix) }
            }
            // A value follows only the first key.
            let before = words.prefix(index).filter { !$0.hasPrefix("-") }
            let values = before.count == 3 ? toggles.named(before[2][...])?.valueTexts ?? [] : []
            return (values.isEmpty ? toggles.map(\.key) : values).filter { $0.hasPrefix(prefix) }
        }
    }

    /// Completes the values of the toggle that the words before name, which are also the usual names of its variants.
    ///
    /// - Parameter suffix: What follows a value: `=` for a share.
    /// - Returns: The completion.
    static func toggleVariants(_ suffix: String = "") -> CompletionKind {
        .custom { words, index, prefix in
            let toggles = toggles
            guard let toggle = words.prefix(index).lazy.compactMap({ toggles.named($0[...]) }).first else { return [] }
            let names = toggle.type == .bool ? ["on", "off"] : toggle.valueTexts
            return names.map { $0 + suffix }.filter { $0.hasPrefix(prefix) }
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

    private static var toggles: [ToggleDefinition] {
        (try? ManifestSelection(runningApps: RunningAppSearch()).modules())?.toggles ?? []
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
