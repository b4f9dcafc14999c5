package import ArgumentParser
import ToggleBase
import ToggleManifest

extension CompletionKind {
    /// Completes the keys that the manifests of the project declare.
    package static var declaredKeys: CompletionKind {
        .custom { _, _, prefix in manifests.flatMap(\.toggles).map(\.key).filter { $0.hasPrefix(prefix) } }
    }

    /// Completes the values that can stay of the toggle that the words before name.
    package static var keptValues: CompletionKind {
        .custom { words, index, prefix in
            let toggles = manifests.flatMap(\.toggles)
            let toggle = words.prefix(index).lazy.compactMap { word in toggles.first { $0.key == word } }.first
            let names = toggle.map { $0.type == .bool ? ["on", "off"] : $0.variantNames.map(\.name) }
            return (names ?? []).filter { $0.hasPrefix(prefix) }
        }
    }

    /// Completes the names of the applications of the project.
    package static var applications: CompletionKind {
        .custom { _, _, prefix in
            ManifestGroup.groups(
                of: manifests.map { ManifestGroup.Names(application: $0.application, namespace: $0.namespace) }
            )
            .map(\.application).filter { $0.hasPrefix(prefix) }
        }
    }

    private static var manifests: [Manifest] {
        ManifestSearch().files.compactMap { file in
            (try? ToolFiles.read(file.path)).flatMap { Manifest.parse($0, path: file.path).manifest }
        }
    }
}
