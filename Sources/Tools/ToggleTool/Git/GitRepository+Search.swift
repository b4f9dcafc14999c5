extension GitRepository {
    /// Returns the words that were ever in some files, whether they are still there or not.
    ///
    /// - Parameter paths: The files, relative to the folder.
    /// - Returns: The words of all committed versions; empty if no version is committed.
    /// - Throws: ``GitError`` if git fails.
    package func words(everIn paths: [String]) throws(GitError) -> Set<String> {
        guard !paths.isEmpty else { return [] }
        let options = ["log", "-p", "--text", "--format=", "--no-color", "--no-ext-diff", "--no-textconv", "--"]
        let words = try checkedOutput(of: options + paths).split { byte in
            // Letters outside ASCII are parts of words, too.
            byte < 0x80 && byte != UInt8(ascii: "_") && !Character(UnicodeScalar(byte)).isLetter
                && !Character(UnicodeScalar(byte)).isNumber
        }
        return Set(words.map { String(decoding: $0, as: UTF8.self) })
    }

    /// A line that contains a word.
    package struct Mention: Sendable, Hashable {
        /// The file, relative to the folder.
        package let path: String
        /// The line, from 1.
        package let line: Int
        /// The line's text, without leading and trailing white space.
        package let text: String

        /// Returns whether the line may read a generated key: it names a member like `.newCheckout` outside of comments
        /// and of patterns, whose type isn't another one than that of a key, as in `Screen.newCheckout`.
        package func mayRead(key name: String) -> Bool {
            if text.hasPrefix("//") || text.hasPrefix("*") { return false }
            return text.ranges(of: name).contains { range in
                var before = text[..<range.lowerBound]
                if before.last == "`" { before = before.dropLast() }
                guard before.last == ".", !(text[range.upperBound...].first.map(Self.isPartOfName) ?? false) else {
                    return false
                }
                before = before.dropLast()
                let type = String(before.reversed().prefix(while: Self.isPartOfName).reversed())
                guard let first = type.first else { return !before.hasSuffix("case ") }
                return !first.isUppercase || type.hasSuffix("Toggle")
            }
        }

        private static func isPartOfName(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || character == "_"
        }
    }

    /// Returns the lines of Swift files that contain a word, whether committed or not.
    ///
    /// Hidden folders are left out, because they contain what builds generate, and packages that were fetched.
    ///
    /// - Parameter word: The word.
    /// - Returns: The lines, ordered by path and number.
    /// - Throws: ``GitError`` if git fails.
    package func mentions(of word: String) throws(GitError) -> [Mention] {
        // The exit code is 1 if there is no match.
        let (status, output, standardError) = try run([
            // Attributes can declare that text is binary, so `-I` might skip it.
            "--no-literal-pathspecs", "grep", "--untracked", "-n", "-w", "-F", "-a", "--null", "--no-color", "-e", word,
            "--", "*.swift", ":(exclude,glob)**/.*/**",
        ])
        guard status <= 1 else { throw GitError(.failed, "git grep failed: \(Self.firstLine(standardError))") }
        return output.split(separator: 0x0A).compactMap { line in
            let parts = line.split(separator: 0, maxSplits: 2)
            guard parts.count == 3, let number = Int(String(decoding: parts[1], as: UTF8.self)) else { return nil }
            let path = String(decoding: parts[0], as: UTF8.self)
            let text = String(decoding: parts[2], as: UTF8.self)
            let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
            return Mention(path: path, line: number, text: String(trimmed))
        }
    }
}
