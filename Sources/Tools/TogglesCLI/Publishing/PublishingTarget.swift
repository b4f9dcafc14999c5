import ToggleBase
import ToggleManifest
import ToggleTool

/// A target of publications, as an address or as the name of an environment in a manifest.
struct PublishingTarget: Sendable {
    /// The address of the document.
    let address: RemoteAddress
    /// The environment, if the user named one.
    let environment: ManifestEnvironment?
    /// The store that has the document.
    let store: any DocumentStore
    /// The address or the name as the user wrote it.
    let argument: String
    /// The arguments with which another command finds the same target: ``argument``, and an endpoint that the user named.
    let words: String

    /// The name for messages.
    var title: String { environment.map { "\($0.name) (\(address.text))" } ?? address.text }

    /// Finds a target.
    ///
    /// - Parameters:
    ///   - argument: The address or the name.
    ///   - selection: The manifests with the environments.
    ///   - endpoint: The endpoint of the option, if any.
    /// - Throws: ``ToolError`` if there is no such environment, or nothing can be published there.
    init(_ argument: String, in selection: ManifestSelection, endpoint: String? = nil) throws {
        self.argument = argument
        words = ([argument] + (endpoint.map { ["--endpoint", $0] } ?? [])).map(\.quotedForShell).joined(separator: " ")
        if let named = try Self.environment(argument, in: selection) {
            environment = named
            address = try RemoteAddress.target(named.document)
        } else {
            address = try RemoteAddress.target(argument)
            // The rules of an environment also apply to its address.
            environment = Self.environment(at: address, in: selection)
        }
        store = address.store(endpoint: endpoint ?? environment?.endpoint)
    }

    /// Returns whether an argument names a target; otherwise, it is a file that people edit.
    ///
    /// A file is a target if there is a history beside it, or it is written as a `file:` URL.
    static func isTarget(_ argument: String, in selection: ManifestSelection) throws -> Bool {
        if try environment(argument, in: selection) != nil { return true }
        guard case .file(let path) = try RemoteAddress(argument) else { return true }
        return path != argument || ToolFiles.exists(path + ".history")
    }

    /// Returns the target that the user names with `--document`; `nil` for a file that people edit.
    ///
    /// - Throws: ``ToolError`` if it's a file, and an option has an effect only on a target.
    static func named(
        _ document: String?,
        _ publishing: PublishingOptions,
        in selection: ManifestSelection
    ) throws -> PublishingTarget? {
        if let document, try isTarget(document, in: selection) {
            return try PublishingTarget(document, in: selection, endpoint: publishing.endpoint)
        }
        guard publishing.isGiven else { return nil }
        throw ToolError.usage(
            """
            ‘\(document ?? "the document of the manifest")’ is a file that you edit, so nothing is published, and options \
            such as --reason have no effect. Name a target with --document, or publish the file with `toggles publish FILE \
            --to TARGET`.
            """
        )
    }

    /// Returns the environment with an address, if the manifests can be read.
    private static func environment(at address: RemoteAddress, in selection: ManifestSelection) -> ManifestEnvironment?
    {
        if selection.isDefault, ManifestSearch().files.isEmpty { return nil }
        return try? environments(in: selection.using(.inEmergencies).loadModules()).first { environment in
            guard let other = try? RemoteAddress.target(environment.document) else { return false }
            return switch (address, other) {
            case (.file(let path), .file(let other)): PathText.resolvedPlace(path) == PathText.resolvedPlace(other)
            case (.http(let url), .http(let other)): comparable(url) == comparable(other)
            case (.etcd(let members, let key), .etcd(let others, let other)):
                key == other && !Set(members).isDisjoint(with: others)
            default: address == other
            }
        }
    }

    /// Returns a URL with its host in lowercase, and without the usual port.
    private static func comparable(_ url: String) -> String {
        var parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4 else { return url }
        let port = parts[0] == "https:" ? ":443" : ":80"
        parts[2] = parts[2].lowercased()
        if parts[2].hasSuffix(port) { parts[2].removeLast(port.count) }
        return parts.joined(separator: "/")
    }

    /// Returns the environments of manifests, with paths that are relative to the working folder.
    static func environments(in modules: ApplicationModules) -> [ManifestEnvironment] {
        modules.modules.flatMap { module in
            module.declarations.environments.map { environment in
                var environment = environment
                let folder = PathText.folder(of: module.file.path)
                func local(_ path: String) -> String { folder == "." ? path : PathText.joined(folder, path) }
                if case .file(let path)? = try? RemoteAddress(environment.document) {
                    environment.document = local(path)
                }
                // A key in base64 is 44 letters that end with ‘=’.
                func localKey(_ key: String) -> String { key.hasSuffix("=") ? key : local(key) }
                environment.keys = environment.keys.map(localKey)
                environment.secondSignature = environment.secondSignature.map(localKey)
                return environment
            }
        }
    }

    /// Returns the environment with a name.
    private static func environment(_ name: String, in selection: ManifestSelection) throws -> ManifestEnvironment? {
        guard !name.isEmpty, !name.contains(where: { $0 == "/" || $0 == ":" }) else { return nil }
        // The usual file, for which the manifests needn't be read.
        if name.contains("."), ToolFiles.exists(name) { return nil }
        let isFile = ToolFiles.exists(name) || name.contains(".")
        let fileHint = "For a file, write ./\(name)."
        if selection.isDefault, ManifestSearch().files.isEmpty {
            if isFile { return nil }
            // In another folder than the project's, a document would seem to be published.
            throw ToolError.usage("There is no environment ‘\(name)’, because there is no toggles.yaml. \(fileHint)")
        }
        let modules: ApplicationModules
        do {
            modules = try selection.using(.inEmergencies).loadModules()
        } catch {
            if isFile { return nil }
            throw error
        }
        let all = environments(in: modules)
        let named = all.filter { $0.name == name }
        guard let first = named.first else {
            if isFile { return nil }
            if modules.manifestWithErrors != nil {
                modules.printProblems()
                throw ToolError.usage(
                    "There is no environment ‘\(name)’ among those without errors. Correct the manifest first."
                )
            }
            let names = all.map(\.name)
            let question = Suggestion.question(for: name, in: names)
            let known =
                names.isEmpty ? "toggles.yaml has no section ‘environments’" : "there are \(names.quotedList("and"))"
            throw ToolError.usage(
                "There is no environment ‘\(name)’"
                    + (question.isEmpty ? "; \(known). \(fileHint)" : question)
            )
        }
        guard named.allSatisfy({ $0 == first }) else {
            throw ToolError.usage(
                "Several manifests declare the environment ‘\(name)’ differently. Name one of them with --manifest."
            )
        }
        return first
    }
}
