import SwiftSyntax
import ToggleLint
import ToggleManifest

extension ToggleRemoval {
    /// Ends the search: lists what stays.
    func finish() {
        removeAssertions()
        removeKeys()
        finishTests()
        for constant in constants.values where !isRemoved(constant.node) {
            remark(.read, constant.file, constant.node, constant.reason)
        }
    }

    /// Returns the rewritten files and the remarks.
    func plan() -> RemovalPlan {
        var plan = RemovalPlan()
        var results = foldedFiles()
        if !isBlocked { finishUnused(&results) }
        for (file, result) in results {
            let old = project.files[file].bytes
            plan.remarks += result.remarks
            guard result.bytes != old else { continue }
            let isGone = isDeep && Self.isEmpty(result.bytes)
            plan.files.append(
                RemovalPlan.File(path: project.files[file].path, old: old, new: isGone ? nil : result.bytes)
            )
        }
        plan.remarks += remarks
        plan.remarks.sort { ($0.path, $0.range.start.offset) < ($1.path, $1.range.start.offset) }
        plan.files.sort { $0.path < $1.path }
        return plan
    }

    /// Returns whether nothing but imports is left in a file.
    private static func isEmpty(_ bytes: [UInt8]) -> Bool {
        SourceTree(path: "", bytes: bytes).root.statements.allSatisfy { $0.item.is(ImportDeclSyntax.self) }
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
            project.tree(file).map { (file: file, tree: $0, input: input) }
        }
        return ParallelWork.map(work) { work in
            (
                file: work.file,
                result: FileFolding(tree: work.tree).result(values: work.input.values, removals: work.input.removals)
            )
        }
    }
}
