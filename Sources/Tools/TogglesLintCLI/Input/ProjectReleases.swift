import FeatureToggles
import ToggleBase
import ToggleDocuments
import ToggleLint
import ToggleManifest
import ToggleSyntax
import ToggleTool

/// Reads the toggles of released versions.
enum ProjectReleases {
    /// Returns the toggles of released versions, from their manifests and code.
    ///
    /// - Throws: ``ToolError`` if there are no releases, or something can't be read.
    static func read(
        _ manifests: ProjectManifests,
        _ manifest: Manifest,
        _ releases: ReleaseOptions?,
        _ options: ProjectOptions,
        _ repository: GitRepository,
        _ environment: [String: String]
    ) throws -> ReleasedToggles {
        let configuration = manifests.configuration
        let folder = manifests.folder
        let scanner = ReleaseScanner(
            manifest: manifest,
            namespaces: manifests.files.dropFirst().map(\.manifest.namespace),
            configuration: configuration,
            cache: options.noCache
                ? nil : (options.cache ?? ProjectReading.defaultCache(folder, environment)).map { "\($0)-releases" }
        )
        let reading = try ReleaseReading(
            repository,
            manifests: ReleaseManifests(manifests.files, others: manifests.others),
            pattern: releases?.tags ?? configuration.releases.tags.flatMap { ReleasePattern($0) } ?? .usual,
            support: try support(releases, configuration, folder),
            takes: scanner.takes
        )
        do {
            return try scanner.adding(
                to: reading.toggles,
                reading.timeline,
                without: reading.without,
                from: repository
            )
        } catch {
            throw ToolError.usage("Cannot read the code of released versions: \(error).")
        }
    }

    /// Returns the toggles of released versions if it is known which of them users may run; otherwise `nil`.
    static func readIfSupported(
        _ manifests: ProjectManifests,
        _ manifest: Manifest,
        _ releases: ReleaseOptions?,
        _ options: ProjectOptions,
        _ repository: GitRepository,
        _ environment: [String: String]
    ) throws -> ReleasedToggles? {
        let configured = manifests.configuration.releases
        guard
            releases?.supported != nil || releases?.policy != nil || configured.supported != nil
                || configured.policy != nil
        else { return nil }
        return try read(manifests, manifest, releases, options, repository, environment)
    }

    private static func support(
        _ options: ReleaseOptions?,
        _ configuration: LintConfiguration,
        _ folder: ProjectFolder
    ) throws -> ReleasedToggles.Support? {
        let configured = configuration.releases.policy.map(folder.absolute)
        guard options?.supported == nil, let path = options?.policy ?? configured else {
            return ReleasedToggles.Support(options, configuration)
        }
        let shown = folder.relative(path)
        let bytes = try ToolFiles.readProjectFile(path)
        do throws(UpdatePolicyFile.ReadingError) {
            let policy = try UpdatePolicyFile(bytes, path: shown, timestamp: SystemTime.secondsSince1970)
            return ReleasedToggles.Support(source: shown, includes: policy.mayRun)
        } catch {
            for diagnostic in error.diagnostics { ToolOutput.printError(lines: "\(diagnostic)") }
            throw ToolError(error.description, code: error.diagnostics.isEmpty ? .usage : .findings)
        }
    }
}
