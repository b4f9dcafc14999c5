import SwiftSyntax
import ToggleManifest

/// Rewrites one file after the values of some of its expressions have become known.
struct FileFolding {
    /// The rewritten file.
    struct Result {
        /// The content afterwards, in which bytes outside of the changed code are the same.
        var bytes: [UInt8]
        /// What a person should look at, such as an effect in a dropped condition.
        var remarks: [RemovalPlan.Remark] = []
        /// The ranges of the old content that are not part of the new one, in ascending order.
        var removed: [Range<Int>] = []
    }

    let tree: SourceTree
    /// The names of the variants of the toggle in the manifest, by their names in Swift.
    ///
    /// A name that isn't among them may
    /// stand for one of them.
    var variants: [String: String] = [:]

    /// Returns the file with known values folded and nodes removed.
    ///
    /// If the result didn't parse, or the file is nested too deeply, the content stays the same, and a remark says so.
    ///
    /// - Parameters:
    ///   - values: The expressions whose values are known, by their identifiers in the tree. The value of `select` and
    ///     of `evaluation` is that of their toggle.
    ///   - removals: Nodes to remove as a whole, with their separators, comments, and lines: declarations, enum cases,
    ///     parameters, arguments, elements of arrays and dictionaries, items of switch cases, switch cases, statements.
    /// - Returns: The content afterwards, with remarks.
    func result(values: [SyntaxIdentifier: KnownValue], removals: Set<SyntaxIdentifier>) -> Result {
        guard !values.isEmpty || !removals.isEmpty else { return Result(bytes: tree.bytes) }
        guard !tree.root.hasError else { return refused("this file does not parse") }
        var excluded: Set<SyntaxIdentifier> = []
        var unnamed: Set<SyntaxIdentifier> = []
        var spent: Set<SyntaxIdentifier> = []
        var removals = removals
        while true {
            let folder = Folder(
                tree: tree,
                values: values,
                removals: removals,
                variants: variants,
                excluded: excluded,
                unnamed: unnamed,
                spent: spent
            )
            guard folder.mark() else { return refused("this file is nested too deeply") }
            folder.run()
            let (bytes, removed) = folder.text.finish()
            // A local constant stays if one of its uses does.
            let kept = folder.uses.filter { !removed.overlap($0.range) }.map(\.declaration)
            guard kept.isEmpty else {
                excluded.formUnion(kept)
                continue
            }
            // A closure that no longer uses `$0` needs another way to say that it has a parameter.
            let emptied = folder.closures.filter { $0.parameters.allSatisfy { removed.overlap($0.range) } }
                .map(\.closure).filter { !removed.overlap($0.leftBrace.offsets) }
            guard emptied.isEmpty else {
                unnamed.formUnion(emptied.map(\.id))
                continue
            }
            let found = SpentNodes(folder, removed: removed)
            guard found.nodes.isSubset(of: spent), found.removals.isSubset(of: removals) else {
                spent.formUnion(found.nodes)
                removals.formUnion(found.removals)
                continue
            }
            for pattern in found.effectful {
                folder.remark(.unused, pattern, "only removed code used ‘\(pattern.identifier.name)’")
            }
            for (closure, parameters) in folder.closures {
                let left = parameters.filter { !removed.overlap($0.range) }.map(\.index).max()
                guard let left, left < parameters.map(\.index).max() ?? left else { continue }
                folder.remark(
                    .blocks,
                    closure.leftBrace,
                    "this closure no longer uses its last parameter; name all of them"
                )
            }
            return result(bytes, removed, folder.remarks)
        }
    }

    private func result(_ bytes: [UInt8], _ removed: [Range<Int>], _ remarks: [RemovalPlan.Remark]) -> Result {
        guard bytes != tree.bytes else { return Result(bytes: bytes, remarks: ordered(remarks)) }
        guard !SourceTree(path: tree.path, bytes: bytes).root.hasError else {
            return refused("what is left of this file would not parse")
        }
        return Result(bytes: bytes, remarks: ordered(remarks), removed: removed)
    }

    private func refused(_ reason: String) -> Result {
        let start = tree.lines.location(of: 0)
        let range = SourceRange(start: start, end: start)
        return Result(
            bytes: tree.bytes,
            remarks: [.init(kind: .blocks, path: tree.path, range: range, reason: reason)]
        )
    }

    private func ordered(_ remarks: [RemovalPlan.Remark]) -> [RemovalPlan.Remark] {
        remarks.sorted { $0.range.start.offset < $1.range.start.offset }
    }
}
