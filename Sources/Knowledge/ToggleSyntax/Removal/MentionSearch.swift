import SwiftSyntax
import ToggleLint
import ToggleManifest

/// Finds the names of a toggle in texts that its removal doesn't change.
struct MentionSearch: Sendable {
    private struct Word: Sendable {
        let text: String
        let bytes: [UInt8]
        /// Whether it could also be an ordinary word, and counts only in a place where names are.
        let isOrdinary: Bool
        var reason: String
        /// The reason in a remote document, if the text is the name of the remote parameter.
        var documentReason: String?
    }

    /// The maximum number of lines of a file that are listed.
    private static let maximumLines = 100

    private let words: [Word]
    /// The first bytes of the words.
    private let firsts: Set<UInt8>

    /// Collects the names of a toggle.
    ///
    /// - Parameters:
    ///   - toggle: The toggle.
    ///   - declared: Its existing declarations.
    ///   - sources: The sources of the declarations.
    init(_ toggle: ToggleDeclaration, declared: [DeclaredFlag], sources: [LintConfiguration.DeclarationSource]) {
        var words: [Word] = []
        func add(_ text: String, _ reason: (String) -> String = { "names the toggle as \($0); edit it by hand" }) {
            guard !text.isEmpty, !words.contains(where: { $0.text == text }) else { return }
            let isOrdinary = text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
            words.append(Word(text: text, bytes: Array(text.utf8), isOrdinary: isOrdinary, reason: reason(text.quoted)))
        }
        add(toggle.key)
        add(toggle.swiftName)
        add("TOGGLE_" + toggle.key.uppercased())
        for flag in declared {
            let capitalized = flag.name.prefix(1).uppercased() + flag.name.dropFirst()
            add(flag.name)
            if let raw = flag.rawValue { add(raw) }
            // The names in Objective-C.
            switch sources[flag.source].kind {
            case .cases: add((flag.container.split(separator: ".").last.map(String.init) ?? "") + capitalized)
            case .staticProperties, .attributedProperties, .instanceProperties: add("set" + capitalized)
            case .stringKeys, .compilationConditions, .nimbusFeatures: break
            }
        }
        if let parameter = toggle.remoteParameter {
            let reason =
                "names the remote parameter \(parameter.quoted), which released versions of the app may still read"
            add(parameter) { _ in reason }
            if let index = words.firstIndex(where: { $0.text == parameter }) { words[index].documentReason = reason }
        }
        self.words = words
        firsts = Set(words.compactMap(\.bytes.first))
    }

    /// Collects the names of deleted files, which the project of Xcode lists.
    init(deletedFiles names: [String]) {
        words = names.map { name in
            let reason = "lists the deleted file \(name.quoted); remove it from the project"
            return Word(text: name, bytes: Array(name.utf8), isOrdinary: false, reason: reason)
        }
        firsts = Set(words.compactMap(\.bytes.first))
    }

    /// Returns the mentions in a file, at most one per line.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    func remarks(path: String, bytes: [UInt8]) -> [RemovalPlan.Remark] {
        let bytes = FileReader.text(of: bytes)
        // A file that isn't text.
        if bytes.prefix(8_192).contains(0) { return [] }
        let hits = hits(in: bytes)
        guard !hits.isEmpty else { return [] }
        let lines = LineTable(bytes)
        let isDocument = path.hasSuffix(".json") && bytes.firstRange(of: Array(#""flags""#.utf8)) != nil
        var remarks: [RemovalPlan.Remark] = []
        var omitted = 0
        for (word, offset) in hits {
            let range = lines.range(offset..<(offset + word.bytes.count))
            if remarks.last?.range.start.line == range.start.line { continue }
            if remarks.count == Self.maximumLines {
                omitted += 1
                continue
            }
            let reason = isDocument ? word.documentReason ?? word.reason : word.reason
            remarks.append(RemovalPlan.Remark(kind: .mention, path: path, range: range, reason: reason))
        }
        if omitted > 0, let last = remarks.indices.last {
            remarks[last].reason += ", and so do \(omitted.counted("more place")) below"
        }
        return remarks
    }

    /// Returns the mentions in comments and in the middle of strings that are left in a Swift file, at most one per line.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - old: The content before, to which the places refer.
    ///   - new: The content afterward.
    /// - Returns: The mentions.
    func remarks(inTextsOf path: String, old: [UInt8], new: [UInt8]) -> [RemovalPlan.Remark] {
        let hits = hits(in: new)
        guard !hits.isEmpty, new.count <= SourceTree.maximumSize, !new.withUnsafeBufferPointer(NestingGuard.isTooDeep)
        else { return [] }
        let tree = SourceTree(path: path, bytes: new)
        var texts = Self.texts(in: tree)[...]
        let lines = LineTable(old)
        // Lines that stayed, which may be indented otherwise.
        var places: [ArraySlice<UInt8>: [Int]] = [:]
        if old != new {
            for line in (1...lines.count).reversed() {
                places[Self.trimmed(old[lines.bytes(ofLine: line)]), default: []].append(line)
            }
        }
        var remarks: [RemovalPlan.Remark] = []
        for (word, offset) in hits {
            while let first = texts.first, first.range.upperBound <= offset { texts = texts.dropFirst() }
            guard let text = texts.first, text.range.contains(offset) else { continue }
            // A string that is the name itself may be a key, which the removal has examined.
            if !text.isComment, text.range.count == word.bytes.count { continue }
            let place = text.isComment ? "comment" : "string"
            var start = offset
            if old != new {
                let range = tree.lines.bytes(ofLine: tree.lines.line(of: offset))
                let content = Self.trimmed(new[range])
                if let line = places[content]?.popLast() {
                    start = Self.trimmed(old[lines.bytes(ofLine: line)]).startIndex + offset - content.startIndex
                } else if let place = old.firstRange(of: new[text.range]) {
                    // The text stayed, but not the rest of its line.
                    start = place.lowerBound + offset - text.range.lowerBound
                } else {
                    continue
                }
            }
            let range = lines.range(start..<(start + word.bytes.count))
            if remarks.last?.range.start.line == range.start.line { continue }
            let reason = "this \(place) \(word.reason)"
            remarks.append(RemovalPlan.Remark(kind: .mention, path: path, range: range, reason: reason))
        }
        return remarks
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.drop { $0 == 0x20 || $0 == 0x09 }
    }

    /// Returns the places of all comments and strings.
    private static func texts(in tree: SourceTree) -> [(range: Range<Int>, isComment: Bool)] {
        var result: [(range: Range<Int>, isComment: Bool)] = []
        func add(_ trivia: Trivia, at start: AbsolutePosition) {
            var start = start.utf8Offset
            for piece in trivia {
                let end = start + piece.sourceLength.utf8Length
                if piece.isComment { result.append((start..<end, true)) }
                start = end
            }
        }
        for token in tree.root.tokens(viewMode: .sourceAccurate) {
            add(token.leadingTrivia, at: token.position)
            if case .stringSegment = token.tokenKind { result.append((token.offsets, false)) }
            add(token.trailingTrivia, at: token.endPositionBeforeTrailingTrivia)
        }
        return result
    }

    private func hits(in bytes: [UInt8]) -> [(word: Word, offset: Int)] {
        var isFirst = [Bool](repeating: false, count: 256)
        for byte in firsts { isFirst[Int(byte)] = true }
        var hits: [(word: Word, offset: Int)] = []
        bytes.withUnsafeBufferPointer { bytes in
            isFirst.withUnsafeBufferPointer { isFirst in
                var index = 0
                while index < bytes.count {
                    if isFirst[Int(bytes[index])],
                        let word = words.first(where: { Self.occurs($0, at: index, in: bytes) })
                    {
                        hits.append((word, index))
                        index += word.bytes.count
                    } else {
                        while index < bytes.count, Self.isWordByte(bytes[index]) { index += 1 }
                    }
                    index += 1
                }
            }
        }
        return hits
    }

    private static func occurs(_ word: Word, at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let end = index + word.bytes.count
        guard end <= bytes.count, end == bytes.count || !isWordByte(bytes[end]),
            bytes[index..<end].elementsEqual(word.bytes)
        else { return false }
        return !word.isOrdinary || isName(index..<end, in: bytes)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...: true
        default: false
        }
    }

    /// Returns whether a word is in quotes or back-ticks, a member, the text of an element, or the first word of a line
    /// before a colon or an equals sign.
    private static func isName(_ range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : 0x0A
        let after = range.upperBound < bytes.count ? bytes[range.upperBound] : 0x0A
        switch (before, after) {
        case (0x22, 0x22), (0x27, 0x27), (0x60, 0x60), (0x3E, 0x3C): return true
        // A full stop may also end a sentence.
        case (0x2E, _): return range.lowerBound < 2 || bytes[range.lowerBound - 2] != 0x2E
        case (_, 0x3A), (_, 0x3D): break
        case (_, 0x20):
            let rest = bytes[range.upperBound...].prefix { $0 == 0x20 }.endIndex
            guard rest < bytes.count, bytes[rest] == 0x3D else { return false }
        default: return false
        }
        var start = range.lowerBound
        while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
        return start == 0 || bytes[start - 1] == 0x0A
    }
}
