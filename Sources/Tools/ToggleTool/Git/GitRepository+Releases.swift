import ToggleBase
package import ToggleLint

extension GitRepository {
    /// Returns all tags that lead to a commit.
    ///
    /// - Throws: ``GitError`` if git fails.
    package func tags() throws(GitError) -> [ReleaseTimeline.Tag] {
        let format = ["refname:lstrip=2", "tree", "*tree", "committerdate:unix", "*committerdate:unix"]
            .map { "%(\($0))" }.joined(separator: "%00")
        let text = try checkedOutput(of: ["for-each-ref", "--format=\(format)", "refs/tags"])
        return text.split(separator: 0x0A).compactMap { line in
            let fields = line.split(separator: 0, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard fields.count == 5 else { return nil }
            // An annotated tag has its commit's fields after the asterisk.
            let tree = fields[1].isEmpty ? fields[2] : fields[1]
            let seconds = Int64(fields[3].isEmpty ? fields[4] : fields[3])
            guard !tree.isEmpty, let seconds else { return nil }
            return ReleaseTimeline.Tag(name: fields[0], tree: tree, seconds: seconds)
        }
    }

    /// Returns the released versions with the files that change from one to the next, relative to the folder.
    ///
    /// - Parameters:
    ///   - pattern: The form of the tags that mark releases.
    ///   - takes: Returns whether a file matters, according to its path.
    /// - Returns: The versions.
    /// - Throws: ``GitError`` if git fails.
    package func releases(
        _ pattern: ReleasePattern,
        takes: (String) -> Bool
    ) throws(GitError) -> ReleaseTimeline {
        var timeline = ReleaseTimeline(try tags(), pattern: pattern)
        guard !timeline.trees.isEmpty else { return timeline }
        let empty = try checkedOutput(of: ["hash-object", "-t", "tree", "--stdin"]).prefix { $0 != 0x0A }
        var pairs = ""
        var last = String(decoding: empty, as: UTF8.self)
        for tree in timeline.trees {
            pairs += "\(last) \(tree)\n"
            last = tree
        }
        let text = try checkedOutput(
            of: ["diff-tree", "--stdin", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--relative"],
            input: Array(pairs.utf8)
        )
        // A line with the two trees precedes records of a colon with modes and contents, and of a path.
        let colon = UInt8(ascii: ":")
        var status: ArraySlice<UInt8>?
        for field in text.split(separator: 0, omittingEmptySubsequences: true) {
            if let change = status {
                status = nil
                let words = change.split(separator: UInt8(ascii: " "))
                let path = String(decoding: field, as: UTF8.self)
                guard words.count == 5, !timeline.changes.isEmpty, takes(path) else { continue }
                // Neither links nor submodules are files.
                let isFile = words[1].starts(with: "100".utf8)
                let blob = isFile ? String(decoding: words[3], as: UTF8.self) : nil
                timeline.changes[timeline.changes.count - 1].append(ReleaseTimeline.Change(path: path, blob: blob))
                continue
            }
            var rest = field
            while rest.first != colon, let end = rest.firstIndex(of: 0x0A) {
                timeline.changes.append([])
                rest = rest[(end + 1)...]
            }
            if rest.first == colon { status = rest }
        }
        guard timeline.changes.count == timeline.versions.count else {
            throw GitError(.failed, "git diff-tree described \(timeline.changes.count) of \(timeline.trees.count) tags")
        }
        return timeline
    }
}
