package import ToggleLint
package import ToggleManifest

/// A declaration of flags that was found in existing sources.
package struct DiscoveredDeclaration: Sendable, Hashable {
    /// What a declaration is that repeats the flags of another one; the raw value is for people.
    package enum Role: String, Sendable {
        case mock, menu, accessors, conditions, copy
        case generatedMirror = "generated mirror"
        case remoteValues = "remote values"
        case `protocol`
    }

    /// Why a declaration is not imported.
    package enum Omission: Sendable, Hashable {
        /// It repeats the flags of another one, by its type: a mock, a generated mirror, a menu, a remote enum.
        case repeats(String, role: Role)
        /// Settings of users.
        case settings
        /// It is in tests, or declares too few flags; the reason is a noun phrase for people.
        case other(String)
    }

    /// A way in which the flags are read.
    package struct ReadForm: Sendable, Hashable {
        /// The form for people: `isEnabled(_:)`, `flags[\.x]`, `x.isEnabled`.
        package var text: String
        /// The number of reads.
        package var count: Int
        /// The number of files with such reads.
        package var files: Int
    }

    /// The declaration, as the manifest's `lint: sources:` describes it.
    ///
    /// Several files may declare its flags.
    package var source: LintConfiguration.DeclarationSource
    /// The flags, with their defaults where the code shows them.
    package var flags: [DeclaredFlag]
    /// The declarations that look like flags, but are settings of users; left out unless all are asked for.
    package var settings: [DeclaredFlag] = []
    /// The names of members that are no flags, such as a case for an unknown one.
    package var others: [String] = []
    /// The ways in which the flags are read, the most frequent first.
    package var reads: [ReadForm] = []
    /// Where the default values are written, for people: `DefaultFlags.isEnabled(_:)`; `nil` if in the declaration.
    package var defaultsPlace: String?
    /// Why it isn't imported; `nil` if it is.
    package var omission: Omission?
    /// The word for its flags in the summary: `case`, `property`, `attribute`, `key`.
    package var unit = "flag"
}

extension DiscoveredDeclaration {
    /// Leaves out the members that describe an object.
    fileprivate mutating func leaveOutDescriptions() {
        let names = flags.map(\.name).filter(FlagNames.descriptions.contains)
        guard omission == nil, !names.isEmpty else { return }
        flags.removeAll { names.contains($0.name) }
        others += names
        source.except += names
        if flags.isEmpty, settings.isEmpty { omission = .other("no names of flags") }
    }
}

/// Finds the flags of existing sources without being told where they are declared.
package struct FlagDiscovery: Sendable {
    /// What was found.
    package struct Report: Sendable {
        /// The declarations, the best first; left out ones at the end.
        package var declarations: [DiscoveredDeclaration] = []
        /// The number of read files by language: `Swift`, `Objective-C`.
        package var fileCounts: [String: Int] = [:]
        /// Expressions that hide reads of more than 20% of the flags, with what to set.
        package var hidden: [String] = []
        /// What keeps flags in files of Nimbus from being found.
        package var problems: [Diagnostic] = []
    }

    package init() {}

    /// Returns the declarations of flags in the files of a project.
    ///
    /// Most files are only searched for words. Those that may declare flags, or that contain their values, are parsed.
    ///
    /// - Parameter files: All files, with paths relative to the root, that may declare or read flags.
    /// - Returns: The declarations, and how code reads their flags.
    /// - Complexity: O(*n*) in the number of bytes.
    package func report(on files: [(path: String, bytes: [UInt8])]) -> Report {
        let files = files.sorted { $0.path < $1.path }
        var report = Report()
        report.fileCounts["Swift"] = files.count { $0.path.hasSuffix(".swift") }
        report.fileCounts["Objective-C"] = files.count { $0.path.hasSuffix(".m") || $0.path.hasSuffix(".mm") }
        let sources = files.filter { $0.path.hasSuffix(".swift") && !FileReader.isGenerated($0.bytes) }
        let surveys = ParallelWork.map(sources) { $0.bytes.withUnsafeBufferPointer(FileSurvey.init) }
        let parts = parts(in: sources, surveys)
        var declarations = FlagDeclaration.grouped(parts)
        FlagDeclaration.dropDerived(&declarations)
        // The other properties of a type that has the flags of another one say something about them all.
        let wrappers = declarations.reduce(into: Set<String>()) { $0.formUnion($1.wrappers) }
        declarations.removeAll { $0.wrappers.isEmpty && !wrappers.isDisjoint(with: $0.containers) }
        let protocols = Set(declarations.flatMap(\.inherited)).subtracting(Self.usualProtocols)
        var types = protocols
        for declaration in declarations {
            types.formUnion(declaration.containers.union(declaration.flagTypes).union(declaration.wrappers))
        }
        let names = Set(declarations.flatMap(\.names)).union(NimbusFeatures.names(in: files))
        let search = FlagMentionSearch(types: types, flags: names)
        let code = files.filter { file in [".swift", ".m", ".mm"].contains { file.path.hasSuffix($0) } }
        let mentions = ParallelWork.map(code) { search.mentions(path: $0.path, bytes: $0.bytes) }
        // The bodies of the functions that read flags may contain their values.
        let parsed = Set(parts.map(\.path))
        let readers = zip(code, mentions).filter { file, mentions in
            !parsed.contains(file.path) && file.path.hasSuffix(".swift") && !mentions.isTest
                && (!mentions.readers.isEmpty || !mentions.declared.isEmpty) && mentions.namesFlags
        }
        let bodies = ParallelWork.map(readers.map(\.0)) { PartReader.tables(path: $0.path, bytes: $0.bytes) }
        let judge = FlagJudge(declarations: declarations, mentions: mentions, files: parts + bodies)
        report.declarations = judge.declarations
        let keys = StringKeys(files: zip(sources, surveys).map { ($0.path, $0.bytes, $1.stringKeys) })
        report.declarations += keys.declarations(besides: report.declarations)
        let surveyed = zip(sources, surveys).map { (path: $0.path, bytes: $0.bytes, survey: $1) }
        let others = files.filter { $0.path.hasSuffix(".m") || $0.path.hasSuffix(".mm") }
        let messages = ParallelWork.map(others) { file in
            let survey = file.bytes.withUnsafeBufferPointer { FileSurvey(objectiveC: CodeBytes($0)) }
            return (path: file.path, bytes: file.bytes, survey: survey)
        }
        let defaults = DefaultsKeys(files: surveyed + messages, all: files)
        report.declarations = defaults.declarations(besides: report.declarations)
        report.declarations += ConstantFlags(files: surveyed).declarations(besides: report.declarations)
        report.declarations += typesOfOneFlag(in: surveyed, report.declarations)
        let conditions = ConditionFlags(files: zip(sources, surveys).map { ($0.path, $0.bytes, $1.conditions) })
        report.declarations += conditions.declarations(besides: report.declarations)
        report.declarations += NimbusFeatures.declarations(
            of: files,
            besides: report.declarations,
            mentions: mentions
        )
        for index in report.declarations.indices { report.declarations[index].leaveOutDescriptions() }
        if report.declarations.contains(where: { $0.omission == nil }) {
            report.declarations.removeAll { declaration in
                guard case .other? = declaration.omission, declaration.source.kind != .compilationConditions else {
                    return false
                }
                return FlagNames.rank(ofType: declaration.source.type) < .strong
            }
        }
        report.declarations.sort { ($0.omission == nil ? 0 : 1) < ($1.omission == nil ? 0 : 1) }
        report.hidden = judge.hidden
        report.problems = NimbusFeatures.problems(in: files)
        return report
    }

    /// Returns a declaration for each protocol whose types are flags; nothing imports them.
    private func typesOfOneFlag(
        in files: [(path: String, bytes: [UInt8], survey: FileSurvey)],
        _ others: [DiscoveredDeclaration]
    ) -> [DiscoveredDeclaration] {
        let known = Set(others.map(\.source.type))
        var flags: [String: [DeclaredFlag]] = [:]
        for (path, bytes, survey) in files where !survey.typesOfOneFlag.isEmpty && !FlagNames.isTest(path) {
            let lines = LineTable(bytes)
            for type in survey.typesOfOneFlag where !known.contains(type.name) {
                if FlagNames.isDouble(type.name) || FlagNames.keepsFlags(type.name) { continue }
                flags[type.inherited, default: []].append(
                    DeclaredFlag(
                        key: type.name,
                        name: type.name,
                        container: type.inherited,
                        source: 0,
                        path: path,
                        range: lines.range(type.offset..<(type.offset + type.name.utf8.count))
                    )
                )
            }
        }
        return flags.sorted { $0.key < $1.key }.map { name, flags in
            var result = DiscoveredDeclaration(
                source: LintConfiguration.DeclarationSource(kind: .cases, type: name),
                flags: flags
            )
            let types = flags.map(\.name).listed(3)
            result.omission = .other(
                flags.count == 1 ? "the type \(types) is one flag" : "types that are one flag each: \(types)"
            )
            return result
        }
    }

    /// Parses the files that may declare flags.
    private func parts(in files: [(path: String, bytes: [UInt8])], _ surveys: [FileSurvey]) -> [FileParts] {
        var counts: [String: Int] = [:]
        for survey in surveys { counts.merge(survey.attributes, uniquingKeysWith: +) }
        let attributes = Set(
            counts.filter { attribute, count in
                count >= 3 || attribute == FlagNames.appStorage || FlagNames.rank(ofType: attribute) == .strong
            }.keys
        )
        var forwarded: [String: Set<String>] = [:]
        for survey in surveys {
            for (type, wrapper) in survey.forwarded { forwarded[type, default: []].insert(wrapper) }
        }
        let names = WordTable(forwarded.keys.sorted())
        let chosen = zip(files, surveys).filter { file, survey in
            // Generated code models data, or has the strings and images of an app.
            if survey.nameOfType < .strong || file.bytes.count > 100_000, FlagNames.isGenerated(file.path, file.bytes) {
                return false
            }
            return survey.nameOfType > .none || survey.literalGetters >= (survey.extendsDefaults ? 1 : 3)
                || survey.keyConstants.contains { $0.value >= 5 } || survey.fetchedConstants >= 3
                || survey.hasConfiguration && survey.enabledProperties >= 3
                || survey.hasHeading && survey.staticGetters >= 2
                || survey.attributes.keys.contains(where: attributes.contains)
                || !forwarded.isEmpty
                    && file.bytes.withUnsafeBufferPointer { names.hits(in: $0) }.contains { $0.word >= 0 }
        }
        let wrappers = forwarded
        return ParallelWork.map(chosen.map(\.0)) {
            PartReader.parts(path: $0.path, bytes: $0.bytes, attributes: attributes, forwarded: wrappers)
        }
    }

    /// Protocols and types of the standard library and of Apple's frameworks.
    private static let usualProtocols: Set<String> = [
        "String", "Int", "UInt", "CaseIterable", "Codable", "Decodable", "Encodable", "Equatable", "Hashable",
        "Sendable", "Identifiable", "OptionSet", "RawRepresentable", "NSObject", "ObservableObject", "AnyObject",
        "Comparable", "CustomStringConvertible", "Error", "LocalizedError", "CodingKey", "View", "Bool",
    ]
}
