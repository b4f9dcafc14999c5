import SwiftSyntax
import ToggleLint
import ToggleManifest

extension ToggleRemoval {
    /// Ends the search: lists what stays.
    func finish() {
        removeAssertions()
        removeKeys()
        removeEmptyExtensions()
        listEmptyEnums()
        listOptionals()
        listContested()
        finishTests()
        listWording()
    }

    /// Returns the rewritten files and the remarks.
    func plan() -> RemovalPlan {
        var plan = RemovalPlan()
        var results = foldedFiles()
        if results.contains(where: { $0.result.remarks.contains { $0.kind == .blocks } }) {
            // What stays may need any of the declarations.
            for removal in removals.values { keep(removal.node, removal.file) }
            removals = [:]
            results = foldedFiles()
        } else if !isBlocked {
            let copies = removedNames
            finishUnused(&results)
            blockStranded(copies, results)
            listImports(results)
            listResults(results)
        }
        listConstants(results)
        if !isBlocked { listRemnants(results) }
        listGeneratedTypes(results)
        listComments(results)
        for (file, result) in results {
            let old = project.files[file].bytes
            plan.remarks += result.remarks
            guard result.bytes != old else { continue }
            let new = result.bytes.isEmpty ? nil : result.bytes
            plan.files.append(RemovalPlan.File(path: project.files[file].path, old: old, new: new))
        }
        let removed = Dictionary(results.map { (project.files[$0.file].path, $0.result.removed) }) { first, _ in first }
        plan.remarks += remarks.lazy.filter { remark in
            // A text in code that goes is no mention that stays.
            remark.kind != .mention || removed[remark.path]?.cover(remark.range.start.offset) != true
        }
        plan.remarks.sort { ($0.path, $0.range.start.offset) < ($1.path, $1.range.start.offset) }
        plan.files.sort { $0.path < $1.path }
        return plan
    }

    /// Lists the code that still names a removed declaration, if the project doesn't declare the name elsewhere.
    ///
    /// - Parameters:
    ///   - copies: The names whose values are known, which calls of initializers may have as labels.
    ///   - results: The changed files.
    private func blockStranded(_ copies: Set<String>, _ results: [(file: Int, result: FileFolding.Result)]) {
        let removed = Dictionary(results.map { ($0.file, $0.result.removed) }) { first, _ in first }
        let words = removedNames.sorted()
        var stranded: [Int: [(file: Int, token: TokenSyntax)]] = [:]
        var declared: Set<Int> = []
        for (file, hits) in project.hits(of: words) {
            let left = hits.filter { !(removed[file] ?? []).cover($0.offset) && !declared.contains($0.word) }
            guard !left.isEmpty, let tree = project.tree(file) else { continue }
            var cursor = TokenCursor(tree.root)
            for hit in left {
                guard let token = cursor.token(at: hit.offset), let parent = token.parent else { continue }
                switch token.tokenKind {
                case .identifier, .dollarIdentifier: break
                default: continue
                }
                if parent.is(DeclReferenceExprSyntax.self) {
                    stranded[hit.word, default: []].append((file, token))
                } else if let argument = parent.as(LabeledExprSyntax.self) {
                    let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
                    let callee = call?.calledExpression.lastName
                    let isOwn = callee.map { $0 == "init" || project.types.files[$0] != nil } ?? false
                    if isOwn, copies.contains(words[hit.word]) {
                        stranded[hit.word, default: []].append((file, token))
                    }
                } else if !parent.is(DeclNameArgumentSyntax.self) {
                    declared.insert(hit.word)
                }
            }
        }
        for (word, places) in stranded where !declared.contains(word) {
            let reason = "the declaration of ‘\(words[word])’ goes, but this code still uses it"
            for place in places { remark(.blocks, place.file, place.token, reason) }
        }
    }

    /// Returns whether only imports are left in a file.
    private static func isGone(_ tree: SourceTree, without removals: Set<SyntaxIdentifier>) -> Bool {
        tree.root.statements.allSatisfy { removals.contains($0.id) || $0.item.is(ImportDeclSyntax.self) }
            && tree.root.statements.contains { removals.contains($0.id) }
    }

    /// Returns the changed files with what became of them.
    func foldedFiles() -> [(file: Int, result: FileFolding.Result)] {
        var inputs: [Int: (values: [SyntaxIdentifier: KnownValue], removals: Set<SyntaxIdentifier>)] = [:]
        for (id, removal) in removals where !(removal.node.parent.map(isRemoved) ?? false) {
            inputs[removal.file, default: ([:], [])].removals.insert(id)
        }
        for (id, known) in values where !isRemoved(known.node) {
            inputs[known.file, default: ([:], [])].values[id] = known.value
        }
        let work = inputs.sorted { $0.key < $1.key }.compactMap { file, input in
            project.tree(file).map { tree in
                // Most files stay the same when more becomes unused.
                let known = foldings[file].flatMap { known in
                    known.values == input.values && known.removals == input.removals ? known.result : nil
                }
                return (file: file, tree: tree, input: input, known: known)
            }
        }
        let results = ParallelWork.map(work) { [variants] work in
            if let known = work.known { return known }
            if Self.isGone(work.tree, without: work.input.removals) {
                let all = 0..<work.tree.bytes.count
                return FileFolding.Result(bytes: [], removed: [all])
            }
            let folding = FileFolding(tree: work.tree, variants: variants)
            return folding.result(values: work.input.values, removals: work.input.removals)
        }
        for (work, result) in zip(work, results) {
            foldings[work.file] = Folding(
                values: work.input.values,
                removals: work.input.removals,
                result: result
            )
        }
        return zip(work, results).map { (file: $0.file, result: $1) }
    }
}
