import ToggleBase
package import ToggleManifest

extension GitRepository: RevisionHistory {
    /// Returns the commits that changed a file in the history of the checked-out branch, oldest first.
    ///
    /// A merged branch counts as one change, at its merge. The history follows renames of the file.
    ///
    /// - Parameter path: The file.
    /// - Returns: The commits; empty if the file was never committed.
    /// - Throws: ``GitError`` if git fails.
    package func revisions(of path: String) throws(GitError) -> [FileRevision] {
        guard try hasCommits else { return [] }
        let text = try checkedOutput(of: [
            "log", "--follow", "--first-parent", "-m", "--raw", "--no-abbrev", "-z", "--no-color", "--no-ext-diff",
            "--no-textconv", "--format=%x01%H%x02%ct%x02%aN%x02%P%x02%s%x03", "--", path,
        ])
        var result: [FileRevision] = []
        for record in text.split(separator: 1) {
            guard let end = record.firstIndex(of: 3) else { continue }
            let fields = record[..<end].split(separator: 2, maxSplits: 4, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard fields.count == 5, let seconds = Int(fields[1]),
                let day = CalendarDate(secondsSince1970: Int64(seconds))
            else { continue }
            let commit = FileRevision.Commit(
                identifier: fields[0],
                day: day,
                seconds: seconds,
                author: fields[2],
                subject: fields[4].replacing(byte: 0, with: " ")
            )
            result.append(
                FileRevision(
                    commit: commit,
                    blob: Self.blob(in: record[(end + 1)...]),
                    isBoundary: isShallow && fields[3].isEmpty
                )
            )
        }
        return result.reversed()
    }

    /// Returns the positions of commits in the history of the checked-out branch, in which a merged branch is one
    /// commit.
    ///
    /// Dates don't order commits, because the clocks of machines differ, and a rebase keeps or changes them.
    ///
    /// - Parameter commits: The identifiers of the commits.
    /// - Returns: A number for each commit, larger for later ones.
    /// - Throws: ``GitError`` if git fails.
    package func positions(of commits: Set<String>) throws(GitError) -> [String: Int] {
        guard !commits.isEmpty else { return [:] }
        let text = try checkedOutput(of: ["rev-list", "--first-parent", "--reverse", "HEAD"])
        var result: [String: Int] = [:]
        for (position, line) in text.split(separator: 0x0A).enumerated() {
            let identifier = String(decoding: line, as: UTF8.self)
            if commits.contains(identifier) { result[identifier] = position }
        }
        return result
    }

    /// Whether the repository has a commit.
    var hasCommits: Bool {
        get throws(GitError) {
            do {
                _ = try commit("HEAD")
                return true
            } catch  where error.code == .unknownRevision {
                return false
            }
        }
    }

    /// Returns the identifier of the new content in `:100644 100644 OLD NEW M`; `nil` if the file was removed.
    private static func blob(in bytes: ArraySlice<UInt8>) -> String? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let words = bytes[(colon + 1)...].prefix { $0 != 0 }.split(separator: UInt8(ascii: " "))
        guard words.count >= 5, words[4].first != UInt8(ascii: "D") else { return nil }
        return String(decoding: words[3], as: UTF8.self)
    }

    /// Reads contents with one run of git.
    ///
    /// - Parameters:
    ///   - blobs: The identifiers of the contents; one that occurs twice is read twice.
    ///   - limit: The size in bytes of the largest content to read.
    ///   - body: Receives the index in `blobs` and the content; `nil` if it exceeds the limit or is missing.
    /// - Throws: ``GitError`` if git fails.
    package func readBlobs(
        _ blobs: [String],
        limit: Int,
        _ body: (Int, [UInt8]?) -> Void
    ) throws(GitError) {
        guard !blobs.isEmpty else { return }
        var reader = BatchReader(limit: limit)
        let input = Array(blobs.joined(separator: "\n").utf8) + [0x0A]
        let (status, standardError) = try stream(["cat-file", "--batch"], input: input) { piece in
            reader.take(piece, body)
            return true
        }
        guard status == 0 else { throw GitError(.failed, "git cat-file failed: \(Self.firstLine(standardError))") }
    }
}

/// Parses the output of `git cat-file --batch`: a line `ID TYPE SIZE`, the content, and a line break; or `ID missing`.
struct BatchReader {
    private enum Expectation {
        case header
        case content(Int)
        /// Content that is too large to keep.
        case oversizedContent(Int)
    }

    private let limit: Int
    private var expectation = Expectation.header
    private var pending: [UInt8] = []
    private var index = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func take(_ piece: UnsafeRawBufferPointer, _ body: (Int, [UInt8]?) -> Void) {
        var rest = piece[...]
        while !rest.isEmpty {
            switch expectation {
            case .header:
                guard let end = rest.firstIndex(of: 0x0A) else {
                    pending += rest
                    return
                }
                pending += rest[..<end]
                rest = rest[(end + 1)...]
                readHeader(body)
            case .content(let size):
                // Includes the line break that follows the content.
                let part = UnsafeRawBufferPointer(rebasing: rest.prefix(size + 1 - pending.count))
                // As contiguous bytes, which are not copied one by one.
                part.withMemoryRebound(to: UInt8.self) { pending.append(contentsOf: $0) }
                rest = rest.dropFirst(part.count)
                if pending.count == size + 1 {
                    pending.removeLast()
                    finish(pending, body)
                }
            case .oversizedContent(let size):
                let part = rest.prefix(size)
                rest = rest[part.endIndex...]
                if part.count == size { finish(nil, body) } else { expectation = .oversizedContent(size - part.count) }
            }
        }
    }

    private mutating func readHeader(_ body: (Int, [UInt8]?) -> Void) {
        let words = pending.split(separator: UInt8(ascii: " "))
        pending = []
        guard words.count == 3, let size = Int(String(decoding: words[2], as: UTF8.self)), size >= 0 else {
            finish(nil, body)
            return
        }
        expectation = size > limit ? .oversizedContent(size + 1) : .content(size)
        pending.reserveCapacity(size > limit ? 0 : size + 1)
    }

    private mutating func finish(_ content: [UInt8]?, _ body: (Int, [UInt8]?) -> Void) {
        body(index, content)
        index += 1
        pending = []
        expectation = .header
    }
}

extension String {
    fileprivate func replacing(byte: UInt8, with text: String) -> String {
        utf8.contains(byte) ? split(separator: "\0").joined(separator: text) : self
    }
}
