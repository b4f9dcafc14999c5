import FeatureToggles
import ToggleBase
import ToggleManifest
import ToggleTool

/// The modules of one application with the toggles that their manifests declare.
struct ApplicationModules: Sendable {
    /// A module with a manifest.
    struct Module: Sendable {
        /// What the module's manifest declares.
        let declarations: ManifestDeclarations
        /// A short name that is unique in the application, such as the name of the module's folder.
        let name: String

        /// The manifest.
        var file: ManifestFile { declarations.file }
        /// The toggles.
        var registry: ToggleRegistry { declarations.registry }
    }

    /// The modules in the order of their folders.
    let modules: [Module]
    /// The name of the application, which determines the local defaults file.
    let application: String
    /// The manifests of the project that have errors, so that their applications are unknown.
    let invalid: [ManifestFile]
    /// Why toggles may be missing, as sentences for a warning.
    var problems: [String] { manifestProblems + otherProblems }
    /// The errors in the manifests.
    private let manifestProblems: [String]
    /// The other reasons why toggles may be missing.
    let otherProblems: [String]
    /// The app that declares the toggles, if there's no manifest.
    ///
    /// The only module's file is then the app's state file.
    let app: DeclaringApp?

    /// Creates the modules of an application from their manifests.
    ///
    /// - Parameters:
    ///   - manifests: The manifests.
    ///   - application: The name of the application, or `nil` for the name that its client determines.
    ///   - invalid: The manifests that have errors.
    ///   - isSearchComplete: Whether the whole project was searched for manifests.
    ///   - app: The app that declares the toggles, if there's no manifest.
    ///   - skippedKeys: The keys of the app's toggles that can't be used.
    init(
        _ manifests: [ManifestDeclarations],
        application: String? = nil,
        invalid: [ManifestFile] = [],
        isSearchComplete: Bool = true,
        app: DeclaringApp? = nil,
        skippedKeys: [String] = []
    ) {
        self.app = app
        let registries = manifests.map(\.registry)
        let named = registries.lazy.compactMap(\.application).first
        self.application = application ?? named ?? registries.first?.namespace ?? ""
        self.invalid = invalid
        var problems = manifests.flatMap { manifest in
            guard let errors = manifest.errors else { return [String]() }
            let shown = errors.lines.prefix(5) + (errors.lines.count > 5 ? ["and \(errors.lines.count - 5) more"] : [])
            return shown + [
                "\(manifest.file.path) has errors, so only its toggles and environments without errors are used."
            ]
        }
        problems += invalid.prefix(5).map { file in
            let command = "toggles validate --manifest \(file.path.quotedForShell)"
            return "\(file.path) has errors, so its toggles are missing; `\(command)` shows them."
        }
        if invalid.count > 5 { problems.append("\(invalid.count - 5) more manifests have errors.") }
        manifestProblems = problems
        problems = []
        if !isSearchComplete {
            problems.append(
                "Only the first \(ManifestSearch.maximumFolders) folders were searched; name the manifests with --manifest."
            )
        }
        if registries.count > 1, named == nil {
            problems.append(
                "None of the \(registries.count) manifests names its application, so their overrides are expected in the "
                    + "file of ‘\(self.application)’. Add `application: NAME` to each of them."
            )
        }
        if !skippedKeys.isEmpty {
            let names = skippedKeys.prefix(5).joined(separator: ", ")
            let more = skippedKeys.count > 5 ? ", and \(skippedKeys.count - 5) more" : ""
            problems.append("The app has toggles that this version of toggles can't show: \(names)\(more).")
        }
        otherProblems = problems
        let names = ModuleNames.names(of: manifests.map(\.file.realPath))
        modules = zip(manifests, names).map { Module(declarations: $0, name: $1) }
    }

    /// The paths of the manifests; empty if an app declares the toggles.
    var paths: [String] { app == nil ? modules.map(\.file.path) : [] }

    /// The digests of the manifests' content, by path.
    var digests: [String: ContentDigest] {
        guard app == nil else { return [:] }
        return Dictionary(modules.map { ($0.file.path, $0.declarations.content) }) { first, _ in first }
    }

    /// The first error in a manifest, and what the console shows nevertheless; `nil` if none has errors.
    var manifestProblem: String? {
        if let errors = modules.lazy.compactMap(\.declarations.errors).first {
            return "\(errors); until you correct it, only toggles without errors are shown"
        }
        return manifestProblems.first
    }

    /// The first manifest with errors, because of which toggles may be missing.
    var manifestWithErrors: ManifestFile? { invalid.first ?? modules.first { $0.declarations.errors != nil }?.file }

    /// Returns the error about a key or name that no toggle has.
    ///
    /// - Parameters:
    ///   - name: What the user wrote.
    ///   - suggests: Whether to suggest a similar key.
    /// - Returns: The error.
    func unknownToggle(_ name: String, suggests: Bool = true) -> ToolError {
        if manifestWithErrors != nil, DeviceArgument.option(before: name) == nil {
            return .usage(
                """
                There is no toggle ‘\(name)’ among those without errors. Correct the manifest, or pass an earlier version of it \
                with --manifest.
                """
            )
        }
        return .unknownToggle(name, among: suggests ? toggles.map(\.key) : [])
    }

    /// The registries, as an app passes them to its client.
    var registries: [ToggleRegistry] { modules.map(\.registry) }

    /// All toggles in the order of the modules.
    ///
    /// - Complexity: O(*n*) in the number of toggles of several modules; O(1) for a single one.
    var toggles: [ToggleDefinition] {
        modules.count == 1 ? modules[0].registry.toggles : modules.flatMap(\.registry.toggles)
    }

    /// Prints why toggles may be missing, and whose toggles these are if there's no manifest.
    func printProblems() {
        if let app { ToolOutput.printError("\(app.note)") }
        for problem in problems + (app?.otherProblems ?? []) { ToolOutput.warn("\(problem)") }
    }

    /// All toggles as one registry, for checks that compare a document with them.
    var registry: ToggleRegistry {
        if modules.count == 1 { return modules[0].registry }
        var known: Set<UInt64> = []
        return ToggleRegistry(
            namespace: modules.first?.registry.namespace ?? "",
            application: application,
            toggles: toggles.filter { known.insert($0.id).inserted }
        )
    }

    /// Returns the key that the user means by a key or a toggle's name in code; the same text if there is none.
    ///
    /// - Complexity: O(*n*) in the number of toggles.
    func key(_ text: String) -> String { GivenKey.resolved(text, among: toggles.lazy.map(\.key)) ?? text }

    /// Returns the modules that declare a toggle with a key.
    ///
    /// - Complexity: O(*n*) in the number of toggles.
    func modules(declaring key: String) -> [Module] {
        modules.filter { $0.registry.toggles.contains { $0.key == key } }
    }

    /// Warns of toggles that several modules declare differently.
    ///
    /// - Parameter keys: The keys of the toggles.
    func warnOfConflicts(of keys: [String]) {
        let keys = Set(keys)
        let declaring = registries.filter { $0.toggles.contains { keys.contains($0.key) } }
        guard declaring.count > 1 else { return }
        for problem in ToggleClient(registries: declaring, overrides: .none).problems
        where problem.source == .default && keys.contains(where: { problem.origin.hasSuffix(".\($0)") }) {
            ToolOutput.warn("\(problem)")
        }
    }

    /// The names of the modules that have toggles; empty for a single module.
    var shownNames: [String] {
        modules.count > 1 ? modules.lazy.filter { !$0.registry.toggles.isEmpty }.map(\.name) : []
    }

    /// Returns the names of the toggles' modules by identifier; empty for a single module.
    ///
    /// - Complexity: O(*n*) in the number of toggles.
    func namesByToggle() -> [UInt64: String] {
        guard modules.count > 1 else { return [:] }
        var names = [UInt64: String](minimumCapacity: modules.reduce(0) { $0 + $1.registry.toggles.count })
        for module in modules {
            let toggles = module.registry.toggles
            // The first module decides, as in a client. Field by field, because copying a toggle retains eight references.
            for index in toggles.indices where names[toggles[index].id] == nil {
                names[toggles[index].id] = module.name
            }
        }
        return names
    }
}
