package import ToggleBase
import ToggleLint
package import ToggleManifest

extension SourceScanner {
    /// The removal of a toggle from the files of a project.
    package struct Removal: Sendable {
        /// The changes of Swift files, and the places to look at in files of any kind.
        package var plan: RemovalPlan
        /// The entries of ``LintConfiguration/sources`` that declare no other toggle, as indices.
        package var emptiedSources: [Int] = []
        /// The paths of files with generated Swift that declare the toggle.
        package var generated: [String] = []
    }

    private struct Place: Hashable {
        let path: String
        let line: Int
    }

    private enum Content: Sendable {
        case swift([UInt8])
        case generated
        case text([RemovalPlan.Remark])
    }

    /// Returns the changes to Swift files that remove a toggle, and the places to look at in all files of the project.
    ///
    /// - Parameters:
    ///   - toggle: The toggle.
    ///   - value: The value that it keeps.
    ///   - options: The options of the removal.
    ///   - handled: The paths of files whose mentions aren't listed.
    ///   - plan: Returns the changes to Swift files; `nil` for those of ``ToggleRemover``.
    /// - Returns: The removal.
    /// - Throws: ``FileFailure`` if the root can't be read.
    package func removal(
        of toggle: ToggleDeclaration,
        keeping value: KnownValue,
        options: ToggleRemover.Options = ToggleRemover.Options(),
        besides handled: Set<String> = [],
        plan: ((_ files: [(path: String, bytes: [UInt8])]) -> RemovalPlan)? = nil
    ) throws(FileFailure) -> Removal {
        let (paths, failures) = FileDiscovery(root: root, configuration, ignored: ignored, takesTexts: true).files()
        if let failure = failures.first, failure.path.isEmpty {
            throw FileFailure(reading: root, nil, reason: failure.reason)
        }
        let code = FileDiscovery(root: root, configuration, ignored: ignored)
        let declarations = DeclarationReader(configuration: configuration)
        let isCode = Set(paths.filter { $0.hasSuffix(".swift") && code.takes($0) })
        let declared = ParallelWork.map(isCode.filter(declarations.takes).sorted()) { path in
            let bytes = try? FileReading.bytes(path: "\(root)/\(path)", limit: SourceTree.maximumSize)
            return bytes.map { declarations.flags(path: path, bytes: $0) } ?? []
        }
        .flatMap { $0 }
        let search = MentionSearch(
            toggle,
            declared: declared.filter { $0.key == toggle.key },
            sources: configuration.sources
        )
        let contents = ParallelWork.map(paths.filter { !handled.contains($0) }) { path in
            (path, content(of: path, isCode: isCode.contains(path), search))
        }
        var removal = Removal(plan: RemovalPlan())
        var files: [(path: String, bytes: [UInt8])] = []
        var remarks = failures.map {
            Self.remark($0.path, "this folder cannot be read: \($0.reason); search it by hand")
        }
        for (path, content) in contents {
            switch content {
            case .swift(let bytes): files.append((path, bytes))
            case .generated: removal.generated.append(path)
            case .text(let found): remarks += found
            }
        }
        let remover = ToggleRemover(
            manifest: manifest,
            namespaces: Array(namespaces.dropFirst()),
            configuration: configuration
        )
        removal.plan =
            plan?(files) ?? remover.plan(removing: toggle.key, keeping: value, options: options, files: files)
        Self.keepParseable(&removal.plan)
        removal.plan.remarks += featureRemarks(about: toggle, value, in: paths.filter(declarations.takes), files)
        let deleted = removal.plan.files.filter { $0.new == nil }.map { PathText.name(of: $0.path) }
        if !deleted.isEmpty {
            let search = MentionSearch(deletedFiles: deleted)
            for path in paths where path.hasSuffix(".pbxproj") {
                if case .text(let found) = content(of: path, isCode: false, search) { remarks += found }
            }
        }
        let changed = Dictionary(removal.plan.files.map { ($0.path, $0.new ?? []) }) { first, _ in first }
        let comments = ParallelWork.map(files) { path, bytes in
            search.remarks(inTextsOf: path, old: bytes, new: changed[path] ?? bytes)
        }
        let listed = Set(removal.plan.remarks.map { Place(path: $0.path, line: $0.range.start.line) })
        remarks += comments.flatMap { $0 }.filter { !listed.contains(Place(path: $0.path, line: $0.range.start.line)) }
        removal.plan.remarks = (removal.plan.remarks + remarks).sorted {
            ($0.path, $0.range.start.offset) < ($1.path, $1.range.start.offset)
        }
        let left = declared.filter { changed[$0.path] == nil }.map(\.source) + declarations.sources(in: changed)
        removal.emptiedSources = Set(declared.map(\.source)).subtracting(left).sorted()
        return removal
    }

    /// Returns the declarations of a toggle in features of Nimbus, and the places that read their variables, neither of
    /// which a removal changes.
    ///
    /// - Parameters:
    ///   - toggle: The toggle.
    ///   - value: The value that it keeps.
    ///   - declaring: The paths of files that may declare toggles.
    ///   - files: The Swift files.
    /// - Returns: The places.
    private func featureRemarks(
        about toggle: ToggleDeclaration,
        _ value: KnownValue,
        in declaring: [String],
        _ files: [(path: String, bytes: [UInt8])]
    ) -> [RemovalPlan.Remark] {
        let reader = DeclarationReader(configuration: configuration)
        let features = declaring.filter { !$0.hasSuffix(".swift") }.compactMap { path in
            let bytes = try? FileReading.bytes(path: "\(root)/\(path)", limit: Self.maximumSize)
            return bytes.map { (path: path, bytes: $0) }
        }
        let declared = features.flatMap { reader.flags(path: $0.path, bytes: $0.bytes) }
        let variables = declared.filter { $0.key == toggle.key }
        guard !variables.isEmpty else { return [] }
        let declarations = variables.map { flag in
            RemovalPlan.Remark(
                kind: .mention,
                path: flag.path,
                range: flag.range,
                reason: "declares the variable; remove it from the feature, and from experiments that set it"
            )
        }
        // Only Boolean variables are toggles.
        let text = if case .bool(let isOn) = value { "‘\(isOn)’" } else { "its value" }
        // One that loads the feature and reads the variable is a use for each.
        var known: Set<Place> = []
        let uses = facts(of: features + files).uses.filter { use in
            use.target == .toggle(toggle.key) && use.path.hasSuffix(".swift")
                && known.insert(Place(path: use.path, line: use.range.start.line)).inserted
        }
        return declarations
            + uses.map { use in
                let reason = "loads the feature of Nimbus with this variable; write \(text) where the variable is read"
                return RemovalPlan.Remark(kind: .blocks, path: use.path, range: use.range, reason: reason)
            }
    }

    private func content(of path: String, isCode: Bool, _ search: MentionSearch) -> Content {
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try FileReading.bytes(path: "\(root)/\(path)", limit: Self.maximumSize)
        } catch {
            return .text([Self.remark(path, "this file was not searched: \(error.reason)")])
        }
        guard path.hasSuffix(".swift") else { return .text(search.remarks(path: path, bytes: bytes)) }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return .text([Self.remark(path, "this file is UTF-16, which Swift does not read; save it as UTF-8")])
        }
        let isGenerated = FileReader.isGenerated(bytes)
        if isCode, !isGenerated { return .swift(bytes) }
        let mentions = search.remarks(path: path, bytes: bytes)
        // The generated code of other applications names their own toggles.
        return isGenerated ? (isCode && !mentions.isEmpty ? .generated : .text([])) : .text(mentions)
    }

    private static func remark(_ path: String, _ reason: String) -> RemovalPlan.Remark {
        let start = SourceLocation(line: 1, column: 1, offset: 0)
        let range = SourceRange(start: start, end: start)
        return RemovalPlan.Remark(kind: .read, path: path, range: range, reason: reason)
    }

    /// Drops the changes of files that would no longer parse.
    private static func keepParseable(_ plan: inout RemovalPlan) {
        let isBroken = ParallelWork.map(plan.files) { file in
            guard let new = file.new, SourceTree(path: file.path, bytes: new).problem != nil else { return false }
            return SourceTree(path: file.path, bytes: file.old).problem == nil
        }
        for (file, isBroken) in zip(plan.files, isBroken) where isBroken {
            var remark = remark(file.path, "without the toggle, this file would no longer parse; edit it by hand")
            remark.kind = .blocks
            plan.remarks.append(remark)
        }
        plan.files = zip(plan.files, isBroken).filter { !$1 }.map(\.0)
    }
}

extension DeclarationReader {
    /// Returns the sources of the flags that files declare.
    fileprivate func sources(in files: [String: [UInt8]]) -> [Int] {
        ParallelWork.map(files.filter { takes($0.key) }.map { ($0.key, $0.value) }) { path, bytes in
            flags(path: path, bytes: bytes).map(\.source)
        }
        .flatMap { $0 }
    }
}
