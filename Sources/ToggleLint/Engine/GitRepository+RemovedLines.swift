extension GitRepository {
    /// The lines that were in a commit and are there no longer.
    ///
    /// Compared with where the checked-out commit and the other one parted, as ``changedLines(since:)`` does.
    ///
    /// - Parameter revision: Anything that git takes for one commit.
    /// - Returns: The lines without their breaks, in no particular order; names of files may be among them.
    /// - Throws: ``GitError`` when there is no such commit.
    package func removedLines(since revision: String) throws(GitError) -> [String] {
        let commit = try commit(revision)
        let base = try mergeBase(of: commit, and: "HEAD") ?? commit
        let text = try answer(to: [
            "diff", "--unified=0", "--relative", "--no-color", "--no-ext-diff", "--no-textconv", "--diff-filter=MD",
            base, "--",
        ])
        return text.split(separator: 0x0A).filter { $0.first == UInt8(ascii: "-") && !$0.starts(with: "--- ".utf8) }
            .map { String(decoding: $0.dropFirst(), as: UTF8.self) }
    }
}
