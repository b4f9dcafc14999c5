import DocumentSyntax
import FeatureToggles
import ToggleBase
import ToggleDocuments
import ToggleLint
import ToggleManifest
import ToggleTool

/// Finds the flags that an application's toggles read in a remote document, and changes them.
struct OperatedDocument: Sendable {
    /// The modules that declare the toggles.
    let modules: ApplicationModules
    /// The path of the document that the user names; `nil` for the one that a manifest names.
    let document: String?
    /// The target that the user names instead of a file that people edit.
    var published: Published?

    /// A document at a target.
    struct Published: Sendable {
        let publisher: Publisher
        /// The target as it was read.
        let state: Publication.State
    }

    /// A flag of the document.
    struct Flag: Sendable {
        let toggle: ToggleDeclaration
        /// The document, which can be new.
        let document: LifecycleChange.File
        /// The target, if it isn't a file that people edit.
        let published: Published?
        /// The path of the document.
        var path: String { document.path }
        fileprivate let registry: ToggleRegistry
        /// The document that the user named.
        fileprivate let named: String?

        /// Computes a change of the document, or another fact about the flag; the document is read again.
        ///
        /// - Throws: ``FlagOperationError`` if the operation is refused, or ``ToolError`` if the file can't be read.
        func change<Value>(
            _ operate: (FlagOperator) throws(FlagOperationError) -> Value
        ) throws -> Value {
            try operate(
                FlagOperator(
                    toggle,
                    in: isMissing ? nil : published == nil ? ToolFiles.readProjectFile(path) : document.bytes,
                    path: path,
                    registry: registry,
                    timestamp: ToolFiles.secondsSince1970,
                    document: named,
                    options: published?.publisher.options.continued ?? []
                )
            )
        }

        /// Whether the document doesn't exist yet.
        private var isMissing: Bool { document.isNew && (published != nil || !ToolFiles.exists(path)) }

        /// Writes a change that was confirmed, unless another program has changed the document so that the operation
        /// would have another effect now.
        ///
        /// Other commands wait while the file is replaced.
        ///
        /// - Parameters:
        ///   - confirmed: A change with the confirmed effect, if there is one. It is made if the document is still the
        ///     same, because computing it again takes a while for a large document.
        ///   - isConfirmed: Returns whether the user confirmed the effect of a change.
        ///   - operate: Computes the change.
        /// - Throws: The errors of ``change(_:)``, or ``ToolError`` if the file changed or can't be written.
        func write(
            _ confirmed: DocumentChange? = nil,
            isConfirmed: (DocumentChange) -> Bool,
            _ operate: (FlagOperator) throws(FlagOperationError) -> DocumentChange
        ) throws {
            try ToolFiles.editing([path]) {
                if let confirmed, try (isMissing ? nil : ToolFiles.read(path)) == confirmed.old {
                    return try FileWriting.replace([confirmed.edit])
                }
                let change = try change(operate)
                guard isConfirmed(change) else {
                    throw ToolError.usage(
                        "Another program changed \(path) in the meantime. Nothing was changed here; try again."
                    )
                }
                try FileWriting.replace([change.edit])
            }
        }
    }

    /// Whether the user or a manifest names a document; never without a manifest, which is needed to change it.
    ///
    /// A manifest that has errors counts if its text contains the word.
    var isNamed: Bool {
        guard modules.app == nil else { return false }
        return document != nil || modules.modules.contains { $0.declarations.namesDocument }
            || modules.invalid.contains { file in
                (try? ToolFiles.read(file.path)).map { String(decoding: $0, as: UTF8.self).contains("document") }
                    ?? false
            }
    }

    /// Returns the flag of a toggle.
    ///
    /// - Parameters:
    ///   - name: The toggle's key or Swift name.
    ///   - hasStages: Whether only a migration toggle is meant.
    /// - Returns: The flag, which can be missing in the document.
    /// - Throws: ``ToolError`` if no toggle has this name, modules declare it differently, or no document is known, or
    ///   ``FlagOperationError`` if the toggle is of another category.
    func flag(of name: String, hasStages: Bool = false) throws -> Flag {
        guard modules.app == nil else {
            throw ToolError.usage("There is no manifest here, which is needed to change the remote document.")
        }
        let key = try key(name)
        let path = try declaringManifest(of: key).path
        let file = try EditingOptions.file(path)
        guard let toggle = Manifest.parse(file.bytes, path: path).usable?.toggles.first(where: { $0.key == key })
        else { throw ToolError.unknownToggle(name, among: modules.toggles.map(\.key)) }
        // Before the search for the document, because naming one wouldn't help.
        if hasStages { try toggle.requireStages() } else { try toggle.requireParameter() }
        if let published {
            let bytes = published.state.document?.document
            let file = LifecycleChange.File(
                path: published.publisher.target.address.text,
                bytes: bytes ?? [],
                isNew: bytes == nil
            )
            return Flag(
                toggle: toggle,
                document: file,
                published: published,
                registry: modules.registry,
                named: document
            )
        }
        let manifests = modules.modules.map(\.file) + modules.invalid
        guard let found = try EditingOptions.document(document, manifest: file, among: manifests) else {
            if let problem = try EditingOptions.problemWithDocument(manifest: file, among: manifests) {
                throw ToolError.usage(problem)
            }
            throw ToolError.usage(
                "It is unknown which remote document to change. Name it with --document FILE, or with ‘document: FILE’ at the top of \(path)."
            )
        }
        return Flag(toggle: toggle, document: found, published: nil, registry: modules.registry, named: document)
    }

    /// Returns the manifest that declares a toggle: the first one if several declare it in the same way.
    private func declaringManifest(of key: String) throws -> ManifestFile {
        let declaring = modules.modules(declaring: key)
        let toggles = declaring.flatMap(\.registry.toggles).filter { $0.key == key }
        let isShared = toggles.allSatisfy { $0.id == toggles[0].id && $0.remoteParameter == toggles[0].remoteParameter }
        return isShared && !declaring.isEmpty ? declaring[0].file : try ManifestSelection.only(declaring.map(\.file))
    }

    private func key(_ name: String) throws -> String {
        let toggles = modules.toggles
        if let key = GivenKey.resolved(name, among: toggles.lazy.map(\.key)) { return key }
        if let toggle = toggles.first(where: { $0.remoteParameter == name }) {
            throw ToolError.usage("There is no toggle ‘\(name)’. ‘\(toggle.key)’ reads the parameter of this name.")
        }
        if let toggle = toggles.first(where: { $0.retiredParameters.contains(name) }) {
            throw ToolError.usage(
                "There is no toggle ‘\(name)’. ‘\(toggle.key)’ no longer reads the parameter of this name, which stays as it is for released versions."
            )
        }
        throw modules.unknownToggle(name)
    }
}

extension FlagOperator.Rollout {
    /// Reads the shares of a command line, such as `neural=10`.
    ///
    /// - Throws: ``ToolError`` if a word is not a variant with a percentage.
    static func shares(_ words: [String]) throws -> [(variant: String, amount: ShareAmount)] {
        try words.map { text in
            guard let mark = text.lastIndex(of: "=") else {
                throw ToolError.usage("‘\(text)’ is not a share. Write a variant and a percentage, such as ‘on=10’.")
            }
            let number = String(text[text.index(after: mark)...])
            guard let amount = ShareAmount(number) else {
                throw ToolError.usage(
                    "‘\(number)’ is not a percentage. Write a number from 0 to 100 with at most four decimals, such as ‘0.5’."
                )
            }
            return (String(text[..<mark]), amount)
        }
    }
}
