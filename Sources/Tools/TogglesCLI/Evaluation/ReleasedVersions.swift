import FeatureToggles
import ToggleBase
import ToggleDocuments
import ToggleLint
import ToggleManifest
import ToggleTool

/// What released versions say about a new document, for commands that publish one.
enum ReleasedVersions {
    /// Returns what a new document takes away from versions that users may run, as sentences without a full stop.
    ///
    /// Only manifests are read: a version that declares a toggle may read its parameter. Without `releases:` in a manifest
    /// or in the options, without a repository, or without tags, nothing is known, and the result is empty.
    ///
    /// - Parameters:
    ///   - new: The new document.
    ///   - old: The document that it replaces, if there is one.
    ///   - selection: The manifests of the application.
    ///   - options: The options that select released versions; `nil` for those in the manifests.
    /// - Returns: The sentences.
    /// - Throws: ``ToolError`` if a manifest or the update policy has errors or can't be read.
    static func problems(
        with new: [UInt8],
        replacing old: [UInt8]?,
        _ selection: ManifestSelection,
        _ options: ReleaseOptions? = nil
    ) throws -> [String] {
        guard let document = DocumentOutline(new), let (released, toggles) = try read(selection, options) else {
            return []
        }
        return released.problems(with: document, replacing: old.flatMap { DocumentOutline($0) }, toggles: toggles)
    }

    /// Returns which released versions may read each toggle's parameter, by key, for the console; empty if that can't be
    /// read.
    static func remarks(_ selection: ManifestSelection) -> [String: String] {
        guard let (released, toggles) = try? read(selection, nil) else { return [:] }
        var result: [String: String] = [:]
        for toggle in toggles where result[toggle.key] == nil {
            guard let parameter = toggle.remoteParameter else { continue }
            let evidence = ParameterEvidence(of: parameter, in: released, toggles: toggles, document: nil)
            let supported = evidence.readers.filter { released.isSupported[$0] }
            result[toggle.key] =
                supported.isEmpty ? "no version that users run may read it" : "\(released.text(supported)) may read it"
        }
        return result
    }

    /// Returns what running apps say about each toggle on the last day, by key, for the console.
    ///
    /// - Throws: ``ToolError`` if the file has no counts.
    static func usageRemarks(_ path: String) throws -> [String: String] {
        let usage: FieldUsage
        do {
            usage = try FieldUsage(try ToolFiles.readProjectFile(path), today: SystemTime.today)
        } catch let error as LifecycleError {
            throw ToolError.usage("‘\(path)’ has no counts of running apps: \(error).")
        }
        return usage.textsOfLastDay
    }

    /// Returns the toggles of released versions and those of the work tree; `nil` if nothing is known about releases.
    private static func read(
        _ selection: ManifestSelection,
        _ options: ReleaseOptions?
    ) throws -> (ReleasedToggles, [ToggleDeclaration])? {
        let search = ManifestSearch()
        let files = try selection.files()
        let root = search.root ?? PathText.folder(of: PathText.resolved(files.first?.path ?? "."))
        func relative(_ path: String) -> String { PathText.relative(PathText.resolved(path), to: root) }
        var manifests: [LintProject.ManifestFile] = []
        var sections: [LintConfiguration.Section] = []
        let contents = try files.map { ($0, try ToolFiles.readProjectFile($0.path)) }
        // Most manifests state nothing about releases, and needn't be parsed again.
        let isStated = contents.contains { String(decoding: $1, as: UTF8.self).contains(bytesOf: "releases:") }
        guard isStated || options?.supported != nil || options?.policy != nil else { return nil }
        for (file, bytes) in contents {
            let path = relative(file.path)
            // Errors are reported by the commands that read these manifests.
            guard let manifest = Manifest.parse(bytes, path: path).manifest else { continue }
            manifests.append((path, manifest))
            sections.append((path, manifest.lint?.range, LintConfiguration.read(manifest.lint, path: path).0))
        }
        let (configuration, _) = LintConfiguration.merging(sections)
        guard !manifests.isEmpty, let support = try support(options, configuration, root),
            let repository = try? GitRepository(at: root)
        else { return nil }
        let others = search.files.filter { !files.contains($0) }.map { relative($0.path) }
        let pattern = options?.tags ?? configuration.releases.tags.flatMap { ReleasePattern($0) } ?? .usual
        guard try repository.tags().contains(where: { pattern.version(of: $0.name) != nil }) else { return nil }
        let reading = try ReleaseReading(
            repository,
            manifests: ReleaseManifests(manifests, others: others),
            pattern: pattern,
            support: support
        )
        return (reading.toggles, manifests.flatMap(\.manifest.toggles))
    }

    private static func support(
        _ options: ReleaseOptions?,
        _ configuration: LintConfiguration,
        _ root: String
    ) throws -> ReleasedToggles.Support? {
        let configured = configuration.releases.policy.map { PathText.joined(root, $0) }
        guard options?.supported == nil, let path = options?.policy ?? configured else {
            return ReleasedToggles.Support(options, configuration)
        }
        let bytes = try ToolFiles.readProjectFile(path)
        do throws(UpdatePolicyFile.ReadingError) {
            let policy = try UpdatePolicyFile(bytes, path: path, timestamp: ToolFiles.secondsSince1970)
            return ReleasedToggles.Support(source: path, includes: policy.mayRun)
        } catch {
            throw ToolError(error.description, code: error.diagnostics.isEmpty ? .usage : .findings)
        }
    }
}
