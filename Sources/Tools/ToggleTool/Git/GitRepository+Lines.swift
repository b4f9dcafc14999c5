package import ToggleBase

extension GitRepository {
    /// Returns the day on which each line of a file last changed; uncommitted lines are omitted.
    ///
    /// In a shallow clone, lines that already existed in its oldest commit are omitted as well.
    ///
    /// - Parameter path: The file.
    /// - Returns: The committers' dates by line, from 1; empty for an untracked file.
    /// - Throws: ``GitError`` if git fails.
    package func blameDays(of path: String) throws(GitError) -> [Int: CalendarDate] {
        guard try isTracked(path) else { return [:] }
        let text = try checkedOutput(of: ["blame", "--porcelain", "--no-textconv", "--no-ignore-revs-file", "--", path])
        var days: [Substring: CalendarDate] = [:]
        var boundaries: Set<Substring> = []
        var result: [Int: CalendarDate] = [:]
        // Uncommitted lines have an identifier of zeros.
        var current: (commit: Substring, line: Int)?
        for line in String(decoding: text, as: UTF8.self).utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        {
            if line.first == 0x09 {
                if let current, !boundaries.contains(current.commit), let day = days[current.commit] {
                    result[current.line] = day
                }
                current = nil
                continue
            }
            let words = line.split(separator: 0x20, maxSplits: 3)
            if let commit = current?.commit {
                if words.count == 2, words[0].elementsEqual("committer-time".utf8),
                    let seconds = Int(Substring(words[1])), commit.contains(where: { $0 != "0" })
                {
                    days[commit] = CalendarDate(secondsSince1970: Int64(seconds))
                } else if isShallow, line.elementsEqual("boundary".utf8) {
                    boundaries.insert(commit)
                }
            } else if words.count >= 3, let number = Int(Substring(words[2])) {
                current = (Substring(words[0]), number)
            }
        }
        return result
    }

    /// Returns the lines that were added or changed since a commit.
    ///
    /// The comparison starts at the merge base with the checked-out commit, so that other people's changes since then
    /// don't count; if the merge base is missing, it starts at the commit itself. Uncommitted changes count, and so do
    /// untracked files that aren't ignored. If lines were only removed, the lines next to the gap represent them.
    ///
    /// - Parameter revision: Any name of a commit that git accepts.
    /// - Returns: The ranges of lines by path, relative to the folder, in ascending order.
    /// - Throws: ``GitError`` if there is no such commit.
    package func changedLines(since revision: String) throws(GitError) -> [String: [ClosedRange<Int>]] {
        var result: [String: [ClosedRange<Int>]] = [:]
        for file in try diff(since: revision) {
            if let path = file.path, !file.ranges.isEmpty { result[path, default: []] += file.ranges }
        }
        let others = try checkedOutput(of: ["ls-files", "-z", "--others", "--exclude-standard"])
        for path in others.split(separator: 0) {
            result[String(decoding: path, as: UTF8.self)] = [1...Int.max]
        }
        return result
    }

    /// Returns the lines that were removed since a commit.
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
        try diff(since: revision, ["--diff-filter=MDR"])
            .filter { $0.formerPath.map(takes) ?? false }
            .flatMap(\.removed)
    }

    private func diff(since revision: String, _ options: [String] = []) throws(GitError) -> [FileDiff] {
        let arguments =
            [
                "--relative", "--find-renames", "--no-color", "--no-ext-diff", "--no-textconv",
                "--ignore-submodules=all", "--src-prefix=a/", "--dst-prefix=b/",
            ] + options + [try base(of: revision), "--"]
        let text = try checkedOutput(of: ["diff", "--unified=0"] + arguments)
        var files = FileDiff.all(in: text)
        guard text.split(separator: 0x0A).contains(where: { $0.starts(with: "Binary files ".utf8) }) else {
            return files
        }
        // The repository's attributes, such as `*.swift -diff`, can declare that text is binary, which hides its lines.
        let changes = FileDiff.binaryPaths(in: try checkedOutput(of: ["diff", "--numstat", "-z"] + arguments))
        var paths = changes.filter { paths in
            let content = try? FileReading.bytes(path: PathText.joined(folder, paths.last ?? ""), limit: 8 << 20)
            return content.map { !$0.contains(0) } ?? false
        }[...]
        while !paths.isEmpty {
            // The length of a command line is limited.
            let part = paths.prefix(250).flatMap(\.self)
            paths = paths.dropFirst(250)
            files += FileDiff.all(in: try checkedOutput(of: ["diff", "--unified=0", "--text"] + arguments + part))
        }
        return files
    }

    /// Returns the merge base of the checked-out commit and another one; the empty tree for the `HEAD` of a repository
    /// without commits.
    func base(of revision: String) throws(GitError) -> String {
        if revision == "HEAD", try !hasCommits {
            let tree = try checkedOutput(of: ["hash-object", "-t", "tree", "--stdin"])
            return String(decoding: tree.prefix { $0 != 0x0A }, as: UTF8.self)
        }
        let commit = try commit(revision)
        return try mergeBase(of: commit, and: "HEAD") ?? commit
    }
}

/// The changes of a file in the output of `git diff --unified=0`.
private struct FileDiff {
    /// The path before the change; `nil` for a new file.
    var formerPath: String?
    /// The path after the change; `nil` for a removed file.
    var path: String?
    /// The new lines; for a gap, the lines next to it.
    var ranges: [ClosedRange<Int>] = []
    var removed: [String] = []

    static func all(in text: [UInt8]) -> [FileDiff] {
        var result: [FileDiff] = []
        var file = FileDiff()
        // The number of remaining content lines of the hunk, which may look like headers.
        var pending = 0
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if pending > 0, line.first == UInt8(ascii: "+") || line.first == UInt8(ascii: "-") {
                pending -= 1
                guard line.first == UInt8(ascii: "-") else { continue }
                file.removed.append(String(decoding: line.dropFirst(), as: UTF8.self))
            } else if line.starts(with: "diff --git ".utf8) {
                result.append(file)
                file = FileDiff()
                pending = 0
            } else if line.starts(with: "--- ".utf8) {
                file.formerPath = name(in: line.dropFirst(4), side: "a/")
            } else if line.starts(with: "+++ ".utf8) {
                file.path = name(in: line.dropFirst(4), side: "b/")
            } else if line.starts(with: "@@ ".utf8) {
                let words = line.split(separator: 0x20, maxSplits: 3)
                guard words.count >= 3, let old = span(words[1]), let new = span(words[2]) else { continue }
                pending = old.count + new.count
                let first = max(1, new.first)
                file.ranges.append(first...(new.count > 0 ? first + new.count - 1 : first + 1))
            }
        }
        return result + [file]
    }

    /// Returns the paths of each binary file in the output of `git diff --numstat -z`: both of a renamed file.
    static func binaryPaths(in text: [UInt8]) -> [[String]] {
        var result: [[String]] = []
        var fields = text.split(separator: 0)[...]
        while let field = fields.popFirst() {
            let words = field.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
            guard words.count == 3 else { continue }
            var paths = [words[2]]
            if words[2].isEmpty {
                paths = Array(fields.prefix(2))
                fields = fields.dropFirst(2)
            }
            if words[0].elementsEqual("-".utf8) { result.append(paths.map { String(decoding: $0, as: UTF8.self) }) }
        }
        return result
    }

    /// Parses the numbers of `-12,3` or `+12`.
    private static func span(_ word: ArraySlice<UInt8>) -> (first: Int, count: Int)? {
        let parts = word.dropFirst().split(separator: UInt8(ascii: ",")).map {
            Int(String(decoding: $0, as: UTF8.self))
        }
        guard let first = parts.first ?? nil, (0...(1 << 30)).contains(first) else { return nil }
        guard parts.count > 1 else { return (first, 1) }
        guard let count = parts[1], (0...(1 << 30)).contains(count) else { return nil }
        return (first, count)
    }

    /// Parses the path of `b/Sources/App.swift` or `"b/a\tb"`; `nil` for `/dev/null`.
    private static func name(in bytes: ArraySlice<UInt8>, side: String) -> String? {
        var name = bytes
        // A tab follows a name with a space.
        if name.last == 0x09 { name.removeLast() }
        var plain = Array(name)
        if name.first == UInt8(ascii: "\"") { plain = unquoted(name.dropFirst().dropLast()) }
        guard plain.starts(with: side.utf8) else { return nil }
        return String(decoding: plain.dropFirst(side.utf8.count), as: UTF8.self)
    }

    private static func unquoted(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let escapes: [UInt8: UInt8] = [
            UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10,
            UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13,
        ]
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.first else {
                result.append(byte)
                continue
            }
            let digits = rest.prefix(3)
            if digits.count == 3, let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8) {
                result.append(code)
                rest = rest.dropFirst(3)
            } else {
                result.append(escapes[next] ?? next)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
