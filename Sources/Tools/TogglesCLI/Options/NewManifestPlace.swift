import FeatureToggles
import ToggleBase
import ToggleManifest
import ToggleTool

/// The project in which `toggles init` writes a manifest.
struct NewManifestPlace {
    /// The folder of the new manifest.
    private let folder: String
    /// The other manifests of the project; `nil` for those that have errors.
    private let registries: [ToggleRegistry?]
    /// The applications that the other manifests of the project name; `nil` for those that name none or have errors.
    private var applications: [String?] { registries.map { $0?.application } }

    /// Searches the project for other manifests.
    ///
    /// - Parameter output: The file to write; `-` is standard output.
    init(output: String) {
        folder = PathText.resolved(output == "-" ? "." : PathText.folder(of: output))
        let new = output == "-" ? nil : PathText.joined(folder, PathText.name(of: output))
        registries = ManifestSearch(from: folder).files
            .filter { PathText.resolved($0.path) != new }
            .map { try? $0.declarations().registry }
    }

    /// A namespace that no other manifest has.
    var namespace: String {
        let taken = Set(registries.compactMap { $0?.namespace })
        return Manifest.starterNamespace(folder: PathText.name(of: folder), besides: taken)
    }

    /// Returns the keys that the other manifests of an application declare.
    ///
    /// - Parameter application: The application; a manifest without a name can belong to any.
    /// - Returns: The keys.
    func keys(of application: String?) -> Set<String> {
        let others = registries.compactMap { $0 }.filter { other in
            application == nil || other.application == nil || other.application == application
        }
        return Set(others.flatMap { $0.toggles.map(\.key) })
    }

    /// The application that the other manifests belong to, if there is just one.
    var application: String? {
        let names = Set(applications.compactMap { $0 })
        return names.count == 1 ? names.first : nil
    }

    /// Whether there are other manifests, none of which names its application, so that a new name would apply to all.
    var hasOnlyNamelessManifests: Bool { !applications.isEmpty && applications.allSatisfy { $0 == nil } }

    /// The path from the folder of the new manifest to that of its package, such as `../../`; empty for the same folder.
    var packagePath: String {
        var path = ""
        var folder = folder
        // No real path is deeper.
        for _ in 0..<256 {
            if FileReading.exists(PathText.joined(folder, "Package.swift")) { return path }
            guard folder != "/" else { return "" }
            folder = PathText.folder(of: folder)
            path += "../"
        }
        return ""
    }
}
