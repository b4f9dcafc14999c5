import ToggleLint
import ToggleManifest

/// Reads one file of any kind.
struct FileReader: Sendable {
    let vocabulary: Vocabulary
    let places: FilePlaces

    /// Returns the facts of a file.
    func facts(path: String, bytes: [UInt8]) -> FileFacts {
        guard path.hasSuffix(".swift") else {
            if places.isScript(path) { return ScriptReader.facts(path: path, bytes: bytes, vocabulary) }
            return FilePlaces.isOtherCode(path) ? FileFacts(uses: usesInOtherCode(path, bytes)) : FileFacts()
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return FileFacts(
                problem: Self.note(path, "this file is UTF-16, which Swift does not read; save it as UTF-8")
            )
        }
        let place = places.place(path)
        let (hits, needsParsing, iterated) = bytes.withUnsafeBufferPointer { buffer in
            let relevant = RelevantHits(vocabulary.table.hits(in: buffer), in: buffer, vocabulary)
            let mayRead = relevant.namesReader || relevant.needsParsing && vocabulary.hasSubscripts
            let iterated = mayRead && place == .production ? IteratedNames.names(in: buffer) : []
            return (relevant.hits, relevant.needsParsing, iterated)
        }
        // Files that this package generated name every toggle, and read none.
        guard needsParsing, !Self.isGenerated(bytes) else { return FileFacts(iterated: iterated) }
        guard bytes.count <= SourceTree.maximumSize else {
            let message =
                "this file has \(bytes.count) bytes, more than the \(SourceTree.maximumSize) that are parsed; "
                + "the names in it were searched as text"
            return FileFacts(uses: uses(path, bytes, hits, isParsed: false), problem: Self.note(path, message))
        }
        if bytes.withUnsafeBufferPointer(NestingGuard.isTooDeep) {
            let message = "this file is nested too deeply to be parsed; the names in it were searched as text"
            return FileFacts(uses: uses(path, bytes, hits, isParsed: false), problem: Self.note(path, message))
        }
        var facts = FileAnalyzer.facts(path: path, bytes: bytes, hits: hits, place: place, vocabulary)
        facts.iterated = iterated
        if facts.problem != nil {
            // After a syntax error, the parser may have misread code.
            let found = Set(facts.uses.map(\.use.range.start.offset))
            facts.uses += uses(path, bytes, hits).filter { !found.contains($0.use.range.start.offset) }
        }
        return facts
    }

    /// Whether this package generated the file: its header is among the comments at the start of the file.
    static func isGenerated(_ bytes: [UInt8]) -> Bool {
        // A license, or comments for other linters, may come first.
        let lines = String(decoding: bytes.prefix(4_096), as: UTF8.self).split(whereSeparator: \.isNewline)
        for line in lines {
            let text = line.drop { $0 == "\u{FEFF}" || $0.isWhitespace }
            guard text.hasPrefix("//") else { return false }
            if text.hasPrefix("// Generated from "), text.contains(" by swift-feature-toggles") { return true }
        }
        return false
    }

    /// Whether any tool generated the file, by its name or by a comment at its start.
    static func isGeneratedByAnyTool(path: String, _ bytes: [UInt8]) -> Bool {
        if path.hasSuffix(".generated.swift") || path.contains("/Generated/") { return true }
        let lines = String(decoding: bytes.prefix(1_024), as: UTF8.self).split(whereSeparator: \.isNewline)
        let comments = lines.prefix { $0.hasPrefix("//") || $0.hasPrefix("/*") || $0.hasPrefix(" *") }
        return comments.contains { $0.contains("Generated using") || $0.lowercased().contains("do not edit") }
    }

    /// Returns the names of toggles in Objective-C, C, and resources, as words.
    ///
    /// In a binary property list, the line of a use is the number of its string.
    private func usesInOtherCode(_ path: String, _ bytes: [UInt8]) -> [FileFacts.Use] {
        let bytes = Self.text(of: bytes)
        let hits = bytes.withUnsafeBufferPointer { vocabulary.table.hits(in: $0) }
        return hits.isEmpty ? [] : uses(path, bytes, hits, isSwift: false)
    }

    /// Returns the content of a file that isn't Swift as UTF-8.
    static func text(of bytes: [UInt8]) -> [UInt8] {
        // Old versions of Xcode wrote localized strings as UTF-16.
        utf8(ofUTF16: bytes) ?? PropertyListText.utf8(ofBinary: bytes) ?? bytes
    }

    /// Converts UTF-16 with a byte order mark to UTF-8; `nil` for anything else.
    private static func utf8(ofUTF16 bytes: [UInt8]) -> [UInt8]? {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
        let (high, low) = isLittle ? (1, 0) : (0, 1)
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { (index: Int) -> UInt16 in
            UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// The maximum number of reported uses of one toggle in an unparsed file.
    private static let maximumPlaces = 20

    /// Returns the names of toggles in an unparsed file, all as possible uses.
    ///
    /// - Complexity: O(*n*) in the number of bytes, however they are split into lines.
    private func uses(
        _ path: String,
        _ bytes: [UInt8],
        _ hits: [WordHit],
        isSwift: Bool = true,
        isParsed: Bool = true
    ) -> [FileFacts.Use] {
        let lines = LineTable(bytes)
        let isImplementation = path.hasSuffix(".m") || path.hasSuffix(".mm")
        var counts: [ToggleUse.Target: Int] = [:]
        var result: [FileFacts.Use] = []
        let isResource = Self.resources.contains(where: path.hasSuffix)
        for hit in hits where hit.word >= 0 {
            // In the text of a resource, a name is only a word.
            if isResource, !Self.isWholeValue(hit, bytes) { continue }
            let word = vocabulary.words[hit.word]
            var keys = word.members.map(\.key)
            if keys.isEmpty, let key = word.key ?? word.variable { keys = [key] }
            if !isSwift { keys += word.constants }
            var targets = Set(keys).sorted().map(ToggleUse.Target.toggle)
            // The key that is passed is unknown.
            if !isParsed, word.isStringFunction { targets.append(.computed) }
            targets.removeAll { counts[$0, default: 0] >= Self.maximumPlaces }
            guard !targets.isEmpty else { continue }
            let range = lines.range(hit.offset..<hit.end)
            for target in targets {
                counts[target, default: 0] += 1
                let isRead = isImplementation && Self.isRead(hit, word, bytes, lines.bytes(ofLine: range.start.line))
                let use = ToggleUse(
                    target: target,
                    form: word.members.isEmpty && word.constants.isEmpty ? .string : .member,
                    certainty: isRead ? .certain : .possible,
                    place: places.place(path),
                    path: path,
                    range: range,
                    line: lines.text(ofLine: range.start.line)
                )
                result.append(FileFacts.Use(use: use))
            }
        }
        return result
    }

    private static let resources = [".xib", ".storyboard", ".plist", ".strings", ".xcstrings"]

    /// Returns whether a name is a whole string of a resource, or a part of a key path in one.
    private static func isWholeValue(_ hit: WordHit, _ bytes: [UInt8]) -> Bool {
        let before = hit.offset > 0 ? bytes[hit.offset - 1] : UInt8(ascii: "\n")
        let after = hit.end < bytes.count ? bytes[hit.end] : UInt8(ascii: "\n")
        return "\">.\n".utf8.contains(before) && "\"<.\n\r".utf8.contains(after)
    }

    /// Returns whether a name in Objective-C is `FeatureFlagNewCheckout`, `Flags.newCheckout`, or `[Flags newCheckout]`, and
    /// not in a comment or a `case`.
    private static func isRead(_ hit: WordHit, _ word: Vocabulary.Word, _ bytes: [UInt8], _ line: Range<Int>) -> Bool {
        let before = String(decoding: bytes[line.lowerBound..<max(line.lowerBound, hit.offset)], as: UTF8.self)
        let start = before.drop { $0 == " " || $0 == "\t" }
        if before.contains("//") || start.hasPrefix("*") || start.hasPrefix("/*") || start.hasPrefix("case ") {
            return false
        }
        if !word.constants.isEmpty { return true }
        guard let last = before.last, last == "." || last == " " else { return false }
        let type = before.dropLast().reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed()
        return word.members.contains { $0.types.contains(String(type)) }
    }

    /// Returns a note about a whole file.
    static func note(_ path: String, _ message: String) -> Diagnostic {
        let start = SourceLocation(line: 1, column: 1, offset: 0)
        return Diagnostic(.note, path: path, range: SourceRange(start: start, end: start), message: message)
    }
}
