import ToggleBase

/// The manifests of one application.
///
/// All toggles of an application share one local defaults file for their overrides.
package struct ManifestGroup: Hashable, Sendable {
    /// The names in a manifest that determine its application.
    package struct Names: Hashable, Sendable {
        /// The application, if the manifest names one.
        package var application: String?
        /// The namespace.
        package var namespace: String

        /// Creates names.
        package init(application: String?, namespace: String) {
            self.application = application
            self.namespace = namespace
        }
    }

    /// The name of the application.
    package let application: String
    /// The indices of the manifests, in their order.
    package private(set) var members: [Int]

    /// Groups the manifests of a project by application.
    ///
    /// Manifests that name an application belong to it. The others belong to the only application of the project, if
    /// there is just one. If no manifest names an application, all of them are one application with the namespace of the
    /// first, as in an app that passes all of its registries to one client. If there are several applications, each
    /// manifest that names none is an application of its own, with its namespace as the name.
    ///
    /// - Parameter manifests: The names in the manifests.
    /// - Returns: The groups, in the order of their first manifests.
    /// - Complexity: O(*n*) in the number of manifests.
    package static func groups(of manifests: [Names]) -> [ManifestGroup] {
        let named = Set(manifests.compactMap(\.application))
        let only = named.count == 1 ? named.first : named.isEmpty ? manifests.first?.namespace : nil
        var groups: [ManifestGroup] = []
        var positions: [String: Int] = [:]
        for (index, names) in manifests.enumerated() {
            let application = names.application ?? only ?? names.namespace
            if let position = positions[application] {
                groups[position].members.append(index)
            } else {
                positions[application] = groups.count
                groups.append(ManifestGroup(application: application, members: [index]))
            }
        }
        return groups
    }
}

/// The names of the modules that manifests belong to.
package enum ModuleNames {
    /// Returns a short, unique name for each manifest: the name of its folder, or its path from the folder that all of
    /// them share if two folders have the same name.
    ///
    /// - Parameter paths: The absolute paths of the manifests.
    /// - Returns: The names, in the order of the paths.
    /// - Complexity: O(*n*) in the number of manifests.
    package static func names(of paths: [String]) -> [String] {
        let names = paths.map { PathText.name(of: PathText.folder(of: $0)) }
        if Set(names).count == names.count, !names.contains("") { return names }
        let folders = paths.map { Array(PathText.components($0).dropLast()) }
        let shared = folders.dropFirst().reduce(folders.first ?? []) { shared, folder in
            Array(zip(shared, folder).prefix { $0 == $1 }.map(\.0))
        }
        let counts = Dictionary(folders.map { ($0.last ?? "", 1) }, uniquingKeysWith: +)
        return folders.map { folder in
            let name = folder.last ?? "/"
            guard counts[folder.last ?? "", default: 0] > 1 else { return name }
            let rest = folder.dropFirst(shared.count)
            return rest.isEmpty ? name : rest.joined(separator: "/")
        }
    }
}
