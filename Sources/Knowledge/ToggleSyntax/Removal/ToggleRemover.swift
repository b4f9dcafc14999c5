import SwiftSyntax
package import ToggleLint
package import ToggleManifest

/// Removes a toggle from the sources of a project.
package struct ToggleRemover: Sendable {
    /// The options of a removal.
    package struct Options: Sendable, Hashable {
        /// Whether code and tests that only the removed side used are removed, too.
        package var isDeep = false

        package init() {}
    }

    let manifest: Manifest
    let namespaces: [String]
    let configuration: LintConfiguration

    package init(manifest: Manifest, namespaces: [String] = [], configuration: LintConfiguration) {
        self.manifest = manifest
        self.namespaces = [manifest.namespace] + namespaces
        self.configuration = configuration
    }

    /// Returns the changes that remove a toggle from Swift files.
    ///
    /// - Parameters:
    ///   - key: The key of the toggle, which the manifest declares.
    ///   - value: The value that the toggle keeps.
    ///   - options: How much is removed.
    ///   - files: All Swift files of the project.
    /// - Returns: The changed files, and the places that a person should look at.
    package func plan(
        removing key: String,
        keeping value: KnownValue,
        options: Options = Options(),
        files: [(path: String, bytes: [UInt8])]
    ) -> RemovalPlan {
        // The trees of deeply nested code need a deep stack.
        ParallelWork.map([key]) { key in removal(of: key, value, options, files).plan() }.first ?? RemovalPlan()
    }

    /// Returns the values and removals that remove a toggle.
    func removal(
        of key: String,
        _ value: KnownValue,
        _ options: Options,
        _ files: [(path: String, bytes: [UInt8])]
    ) -> ToggleRemoval {
        let project = RemovalProject(files: files.sorted { $0.path < $1.path }, configuration: configuration)
        let removal = ToggleRemoval(
            project: project,
            kept: value,
            isDeep: options.isDeep,
            readers: Set(configuration.sources.flatMap(\.reads)),
            variants: Dictionary(
                manifest.toggles.first { $0.key == key }?.variantNames.map { ($0.swiftName, $0.name) } ?? []
            ) { first, _ in first }
        )
        let all = declaredFlags(project)
        let flags = all.filter { $0.declared.key == key }
        var siblings: [String: Set<String>] = [:]
        for flag in all { siblings[flag.container, default: []].insert(flag.declared.name) }
        var manifest = manifest
        manifest.toggles.removeAll { $0.key != key }
        let names = Set(flags.map(\.declared.name))
        let vocabulary = Vocabulary(
            manifest: manifest,
            namespaces: namespaces,
            configuration: configuration,
            declared: all.map(\.declared).filter { names.contains($0.name) }
        )
        if flags.isEmpty, case .member = value, let name = manifest.toggles.first?.typeName {
            removal.generatedTypes = namespaces.map { ($0, name) }
        }
        removal.removeFlag(key, vocabulary, flags, siblings: siblings)
        removal.finish()
        return removal
    }

    /// Returns the flags that existing code declares.
    private func declaredFlags(_ project: RemovalProject) -> [ToggleRemoval.Flag] {
        guard !configuration.sources.isEmpty else { return [] }
        let reader = DeclarationReader(configuration: configuration)
        // Only some kinds of declarations show by the text around a name that it isn't one.
        let isNamed = configuration.sources.allSatisfy { source in
            [.cases, .staticProperties, .attributedProperties, .stringKeys].contains(source.kind)
        }
        let table = WordTable(Array(Set(configuration.sources.map(\.lastName))))
        let found = ParallelWork.map(project.files) { file in
            let mayDeclare =
                !isNamed
                || file.bytes.withUnsafeBufferPointer { bytes in
                    table.hits(in: bytes).contains { $0.word >= 0 && Self.mayDeclare($0, bytes) }
                }
            return mayDeclare ? reader.flags(path: file.path, bytes: file.bytes) : []
        }
        var result: [ToggleRemoval.Flag] = []
        for (file, flags) in found.enumerated() where !flags.isEmpty {
            guard let tree = project.tree(file) else { continue }
            for flag in flags {
                guard let token = TokenCursor.token(around: flag.range.start.offset, in: tree.root),
                    configuration.sources.indices.contains(flag.source)
                else { continue }
                result.append(
                    ToggleRemoval.Flag(
                        declared: flag,
                        source: configuration.sources[flag.source],
                        file: file,
                        token: token
                    )
                )
            }
        }
        return result
    }

    /// Returns whether a type's or attribute's name is at a place that may declare flags.
    private static func mayDeclare(_ hit: WordHit, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = hit.offset - 1
        while index >= 0, bytes[index] == 0x20 || bytes[index] == UInt8(ascii: ".") { index -= 1 }
        guard index >= 0 else { return false }
        if bytes[index] == UInt8(ascii: "@") { return true }
        let end = index + 1
        while index >= 0, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index] | 0x20) { index -= 1 }
        let word = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        // `extension Shop.Flags` has the name of another type before the dot.
        return bytes[hit.offset - 1] == UInt8(ascii: ".")
            || ["enum", "struct", "class", "actor", "extension", "protocol"].contains(word)
    }
}
