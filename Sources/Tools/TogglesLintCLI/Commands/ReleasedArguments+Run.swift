import ArgumentParser
import FeatureToggles
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// Runs the command `toggles released`.
extension ReleasedArguments: RunnableArguments {
    package func run() throws {
        let environment = ProcessEnvironment.current
        let manifests = try ProjectManifests(options)
        let project = try ProjectReading.project(manifests, options, environment)
        let repository: GitRepository
        do {
            repository = try GitRepository(at: manifests.folder.root, environment: environment)
        } catch {
            throw ToolError.usage("Releases are tags in git: \(error).")
        }
        let released = try ProjectReleases.read(
            manifests,
            project.manifest,
            releases,
            options,
            repository,
            environment
        )
        var report = ReleasedReport(released, project)
        if let key { report.evidence = try evidence(about: key, in: report.evidence, project) }
        if repository.isShallow {
            ToolOutput.note(
                "the clone is shallow, so versions may be missing; `git fetch --unshallow --tags` fetches them"
            )
        }
        if json {
            ToolOutput.print(json: report.json)
        } else if key != nil {
            for evidence in report.evidence { ToolOutput.print(lines: report.detail(of: evidence)) }
        } else {
            report.printTable()
        }
    }

    /// Returns the evidence about the parameter with a name, or about those of the toggle with a key.
    private func evidence(
        about key: String,
        in all: [ParameterEvidence],
        _ project: LintProject
    ) throws -> [ParameterEvidence] {
        if let exact = all.first(where: { $0.name == key }) { return [exact] }
        let keys = Set(all.flatMap(\.keys)).sorted()
        guard let resolved = GivenKey.resolved(key, among: keys) else {
            throw ToolError.unknownToggle(key, among: all.map(\.name) + keys)
        }
        return all.filter { $0.keys.contains(resolved) }
    }
}
