extension GitRepository {
    /// Returns the lines that a commit contains and that no longer exist.
    ///
    /// As in ``changedLines(since:)``, the comparison starts at the merge base with the checked-out commit and follows
    /// renames.
    ///
    /// - Parameters:
    ///   - revision: Any name of a commit that git accepts.
    ///   - takes: Returns whether the lines of a file count, given its former path.
    /// - Returns: The lines without line breaks, in no particular order.
    /// - Throws: ``GitError`` if there is no such commit.
    package func removedLines(
        since revision: String,
        where takes: (String) -> Bool = { _ in true }
    ) throws(GitError) -> [String] {
        let text = try answer(to: [
            "diff", "--unified=0", "--relative", "--find-renames", "--no-color", "--no-ext-diff", "--no-textconv",
            "--src-prefix=a/", "--dst-prefix=b/", "--diff-filter=MDR", try base(of: revision), "--",
        ])
        return UnifiedDiff.removedLines(in: text, where: takes)
    }
}
