extension GitRepository {
    /// The lines that were in a commit and are there no longer.
    ///
    /// Compared with where the checked-out commit and the other one parted, as ``changedLines(since:)`` does, with the same
    /// eye for files that were moved.
    ///
    /// - Parameters:
    ///   - revision: Anything that git takes for one commit.
    ///   - takes: Whether the lines of a file count, by its former path.
    /// - Returns: The lines without their breaks, in no particular order.
    /// - Throws: ``GitError`` when there is no such commit.
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
