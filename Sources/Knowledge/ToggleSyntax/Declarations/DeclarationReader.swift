import SwiftSyntax
package import ToggleLint
import ToggleManifest

/// Reads existing declarations of toggles.
package struct DeclarationReader: Sendable {
    private let configuration: LintConfiguration
    private let files: [Glob?]
    private let exceptions: [Set<String>]
    private let table: WordTable
    /// The conditions of `#if` that are toggles, by the index of their source.
    private let conditions: [(source: Int, pattern: Glob)]

    /// Creates a reader of the declarations that a configuration lists.
    package init(configuration: LintConfiguration) {
        self.configuration = configuration
        files = configuration.sources.map { $0.file.map(Glob.init) }
        exceptions = configuration.sources.map { Set($0.except) }
        var words: [String] = []
        for source in configuration.sources where !words.contains(source.lastName) { words.append(source.lastName) }
        table = WordTable(words)
        conditions = configuration.sources.enumerated().filter { $0.element.kind == .compilationConditions }
            .map { ($0.offset, Glob($0.element.type)) }
    }

    /// Returns whether a file may declare flags, according to its path.
    package func takes(_ path: String) -> Bool { !sources(for: path).isEmpty }

    /// Returns the indices of the declarations that a file may contain, according to its path.
    private func sources(for path: String) -> [Int] {
        let (isSwift, isYAML) = (path.hasSuffix(".swift"), path.hasSuffix(".yaml"))
        guard isSwift || isYAML else { return [] }
        let names = Glob.names(in: path)
        return configuration.sources.indices.filter { index in
            let isInFile = files[index].map { $0.matches(names) }
            return switch configuration.sources[index].kind {
            case .stringKeys: false
            case .nimbusFeatures: isYAML && isInFile ?? NimbusFeatures.takes(path)
            default: isSwift && isInFile ?? true
            }
        }
    }

    /// Returns the flags that files declare, ordered by source and then by file.
    package func flags(in files: [(path: String, bytes: [UInt8])]) -> [DeclaredFlag] {
        files.flatMap { flags(path: $0.path, bytes: $0.bytes) }.inOrderOfSources
    }

    /// Returns the flags that one file declares.
    package func flags(path: String, bytes: [UInt8]) -> [DeclaredFlag] {
        let sources = sources(for: path)
        guard !sources.isEmpty else { return [] }
        if path.hasSuffix(".yaml") { return variables(of: sources, path: path, bytes: bytes) }
        guard bytes.count <= SourceTree.maximumSize else { return [] }
        var result = conditions(of: sources, path: path, bytes: bytes)
        let hits = bytes.withUnsafeBufferPointer { table.hits(in: $0) }.filter { $0.word >= 0 }
        guard !hits.isEmpty, !bytes.withUnsafeBufferPointer(NestingGuard.isTooDeep) else { return result }
        let tree = SourceTree(path: path, bytes: bytes)
        for index in sources {
            let source = configuration.sources[index]
            var cursor = TokenCursor(tree.root)
            for hit in hits {
                guard let token = cursor.token(at: hit.offset), token.name == source.lastName else { continue }
                let reader = FlagReader(tree: tree, source: source, index: index, except: exceptions[index])
                result +=
                    source.kind == .attributedProperties ? reader.property(under: token) : reader.members(of: token)
            }
        }
        return result
    }

    /// Returns the flags in a file of Nimbus.
    private func variables(of sources: [Int], path: String, bytes: [UInt8]) -> [DeclaredFlag] {
        sources.flatMap { index in
            let source = configuration.sources[index]
            return NimbusFeatures.flags(path: path, bytes: bytes, source, index: index)
                .filter { !exceptions[index].contains($0.name) }
        }
    }

    private func conditions(of sources: [Int], path: String, bytes: [UInt8]) -> [DeclaredFlag] {
        let sources = conditions.filter { sources.contains($0.source) }
        guard !sources.isEmpty else { return [] }
        return bytes.withUnsafeBufferPointer { buffer in
            let names = CompilationConditions.names(in: buffer)
            guard !names.isEmpty else { return [] }
            let (code, lines) = (CodeBytes(buffer), LineTable(bytes))
            return sources.flatMap { index, pattern in
                names.filter { pattern.matches(code.text($0)) }.map { name in
                    let source = configuration.sources[index]
                    return CompilationConditions.flag(name, source, index: index, path: path, lines: lines, code: code)
                }
            }
        }
    }
}

extension DeclarationReader {
    /// Returns the kind of declaration that a name has in a file, and its flags; of several kinds, the one with the
    /// most flags.
    ///
    /// - Parameters:
    ///   - type: The name of a type, or of an attribute, with or without `@`.
    ///   - path: The file, relative to the root of the project.
    ///   - bytes: The content of the file.
    ///   - reads: The base names of calls that read a flag.
    /// - Returns: The declaration and its flags; `nil` if no declaration with that name has flags.
    package static func inferred(
        type: String,
        path: String,
        bytes: [UInt8],
        reads: [String] = []
    ) -> (source: LintConfiguration.DeclarationSource, flags: [DeclaredFlag])? {
        let name = type.hasPrefix("@") ? String(type.dropFirst()) : type
        let kinds: [LintConfiguration.DeclarationSource.Kind] =
            type.hasPrefix("@")
            ? [.attributedProperties] : [.cases, .staticProperties, .instanceProperties, .attributedProperties]
        let found = kinds.map { kind in
            var configuration = LintConfiguration()
            // A case and the generated key have the same name in Swift, whatever the raw value is.
            let source = LintConfiguration.DeclarationSource(
                kind: kind,
                type: name,
                file: path,
                key: .snakeCase,
                reads: reads
            )
            configuration.sources = [source]
            let reader = DeclarationReader(configuration: configuration)
            let flags = ParallelWork.map([bytes]) { reader.flags(in: [(path, $0)]) }.flatMap { $0 }
            return (source: source, flags: flags)
        }
        return found.max { $0.flags.count < $1.flags.count }.flatMap { $0.flags.isEmpty ? nil : $0 }
    }
}

extension [DeclaredFlag] {
    /// The flags by source, without repetitions in a file and type.
    var inOrderOfSources: [DeclaredFlag] {
        var seen: Set<DeclaredFlag> = []
        let indexed = enumerated().filter { seen.insert($0.element).inserted }
        return indexed.sorted { ($0.element.source, $0.offset) < ($1.element.source, $1.offset) }.map(\.element)
    }
}

extension LintConfiguration.DeclarationSource {
    /// The name of the type or attribute without the types around it.
    var lastName: String {
        type.split(separator: ".").last.map(String.init) ?? type
    }

    /// Returns the key of a flag.
    func key(name: String, rawValue: String?) -> String {
        let text =
            switch key {
            case .rawValue: rawValue ?? name
            case .name, .snakeCase: name
            case .typeName: lastName + name.prefix(1).uppercased() + name.dropFirst()
            }
        // Keys in a manifest are in snake_case, whatever style the declaration uses.
        return SwiftName.isKey(text) ? text : SwiftName.key(from: text) ?? text
    }
}
