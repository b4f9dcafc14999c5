import SwiftSyntax
import ToggleManifest

/// Rewrites one file after the values of some of its expressions have become known.
struct FileFolding {
    /// The rewritten file.
    struct Result {
        /// The content afterwards. Bytes outside of the changed code are the same.
        var bytes: [UInt8]
        /// What a person should look at, such as an effect in a dropped condition.
        var remarks: [RemovalPlan.Remark] = []
        /// The references, declarations, and other nodes of the old tree that no longer exist.
        var removed: [Range<Int>] = []
    }

    let tree: SourceTree

    /// Returns the file with known values folded and nodes removed.
    ///
    /// - Parameters:
    ///   - values: The expressions whose values are known, by their identifiers in the tree.
    ///   - removals: Nodes to remove as a whole, with their separators, comments, and lines: declarations, enum cases,
    ///     parameters, arguments, elements of arrays and dictionaries, items of switch cases, switch cases, statements.
    func result(values: [SyntaxIdentifier: KnownValue], removals: Set<SyntaxIdentifier>) -> Result {
        Result(bytes: tree.bytes)
    }
}
