import ToggleBase
package import ToggleLint

/// The folders in which manifests of existing declarations belong: one for each app, or module that stands alone.
///
/// The linter searches the project that contains a manifest. So the manifest of a declaration is in the innermost
/// project, such as a package or the folder of an Xcode project, that also contains every read of its flags.
package struct ManifestLayout: Sendable {
    /// A manifest to write.
    package struct Place: Sendable {
        /// The folder, relative to the root; empty for the root.
        package var folder: String
        /// The declarations, in their order.
        package var declarations: [DiscoveredDeclaration]

        package init(folder: String, declarations: [DiscoveredDeclaration]) {
            self.folder = folder
            self.declarations = declarations
        }
    }

    /// The manifests, in the order of their folders.
    package let places: [Place]
    /// Whether the places are apps of their own, because several of them declare a flag with the same key.
    ///
    /// Only Xcode projects are; a package shares the manifest of the code that declares the same flag.
    package let areSeparate: Bool

    /// Assigns declarations to folders.
    ///
    /// - Parameters:
    ///   - declarations: The declarations.
    ///   - uses: The uses of their flags in the whole project.
    ///   - isProject: Returns whether a folder, relative to the root, is the root of a package or of an Xcode project.
    ///   - isApp: Returns whether it is the root of an Xcode project.
    package init(
        _ declarations: [DiscoveredDeclaration],
        uses: [ToggleUse],
        isProject: (String) -> Bool,
        isApp: (String) -> Bool
    ) {
        var usedPaths: [String: Set<String>] = [:]
        for use in uses {
            // A member with the same name may be anywhere; other languages are never certain.
            let isRelevant = use.certainty == .certain || use.form == .string || !use.path.hasSuffix(".swift")
            if isRelevant, case .toggle(let key) = use.target { usedPaths[key, default: []].insert(use.path) }
        }
        let homes = declarations.map { Self.projects(around: $0.flags.map(\.path), isProject) }
        var folders: [String: [DiscoveredDeclaration]] = [:]
        for (index, declaration) in declarations.enumerated() {
            let keys = Set(declaration.flags.map(\.key))
            // Reads in another app that has a flag of the same name are those of that app.
            let others = declarations.indices.filter { other in
                !Self.contains(homes[index].first, homes[other].first)
                    && declarations[other].flags.contains { keys.contains($0.key) }
            }
            let paths = keys.flatMap { usedPaths[$0] ?? [] }
                .filter { path in !others.contains { Self.contains(homes[$0].first, path) } }
            let folder = homes[index].first { home in paths.allSatisfy { Self.contains(home, $0) } } ?? ""
            folders[folder, default: []].append(declaration)
        }
        var areSeparate = false
        // From the innermost folder outwards.
        var rest = folders.keys.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
        while !rest.isEmpty {
            let folder = rest.removeFirst()
            guard let inner = folders[folder] else { continue }
            let keys = Set(inner.flatMap { $0.flags.map(\.key) })
            let other = folders.keys.sorted().first { other in
                other != folder && folders[other, default: []].contains { $0.flags.contains { keys.contains($0.key) } }
                    && !(isApp(folder) && isApp(other) && !Self.contains(other, folder)
                        && !Self.contains(folder, other))
            }
            guard let other else { continue }
            // A toggle belongs to one manifest, which is that of the project around both.
            let outer = Self.projects(around: [folder + "/", other + "/"], isProject)[0]
            let joined = inner + (outer == other ? [] : folders.removeValue(forKey: other) ?? [])
            folders[folder] = nil
            folders[outer, default: []] += joined
            if !rest.contains(outer) { rest.append(outer) }
        }
        var owners: [String: String] = [:]
        for (folder, declarations) in folders {
            for key in Set(declarations.flatMap { $0.flags.map(\.key) }) {
                if owners.updateValue(folder, forKey: key) != nil { areSeparate = true }
            }
        }
        self.areSeparate = areSeparate
        let order = Dictionary(
            declarations.enumerated().map { ($1.source, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        places = folders.sorted { $0.key < $1.key }.map { folder, declarations in
            Place(
                folder: folder,
                declarations: declarations.sorted { order[$0.source, default: 0] < order[$1.source, default: 0] }
            )
        }
    }

    /// Returns the projects that contain all of the files, the innermost first; the last one is the root.
    private static func projects(around paths: [String], _ isProject: (String) -> Bool) -> [String] {
        var shared = PathText.shared(by: paths.map(PathText.folder))
        var result: [String] = []
        while !shared.isEmpty {
            let folder = shared.joined(separator: "/")
            if isProject(folder) { result.append(folder) }
            shared.removeLast()
        }
        return result + [""]
    }

    private static func contains(_ folder: String?, _ path: String?) -> Bool {
        guard let folder, let path else { return false }
        return folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
    }
}
