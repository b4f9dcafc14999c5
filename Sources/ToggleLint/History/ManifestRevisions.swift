import FeatureToggles
import ToggleManifest

/// Reads one revision of a manifest after the other, and parses only what it has not seen before.
///
/// A manifest of the usual layout is a row of toggles, each a key and the lines indented below it. Each of those is parsed
/// once, however many revisions have it.
struct ManifestRevisions {
    private enum Block {
        case toggle(ToggleDeclaration)
        case broken
    }

    private var blocks: [[UInt8]: Block] = [:]
    /// How many revisions with something broken are parsed as a whole, to see whether it is so.
    private var wholeParses = 100

    private static let header = Array("schema: 1\nnamespace: History\ntoggles:\n".utf8)

    /// The toggles of a revision by key; `nil` when it is broken.
    mutating func toggles(of bytes: [UInt8]) -> [String: ToggleDeclaration]? {
        guard let parts = Self.split(bytes) else { return Self.parse(bytes) }
        var result: [String: ToggleDeclaration] = [:]
        for part in parts {
            guard case .toggle(let toggle) = block(part), result.updateValue(toggle, forKey: toggle.key) == nil else {
                guard wholeParses > 0 else { return nil }
                wholeParses -= 1
                return Self.parse(bytes)
            }
        }
        return result
    }

    private mutating func block(_ text: [UInt8]) -> Block {
        if let known = blocks[text] { return known }
        var block = Block.broken
        if let toggles = Manifest.parse(Self.header + text, path: "").manifest?.toggles, toggles.count == 1 {
            block = .toggle(toggles[0])
        }
        blocks[text] = block
        return block
    }

    private static func parse(_ bytes: [UInt8]) -> [String: ToggleDeclaration]? {
        guard let manifest = Manifest.parse(bytes, path: "").manifest else { return nil }
        return Dictionary(manifest.toggles.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The toggles of a manifest as text; `nil` when it is laid out in another way.
    static func split(_ bytes: [UInt8]) -> [[UInt8]]? {
        var result: [[UInt8]] = []
        var indentation: Int?
        var isInside = false
        var start: Int?
        var line = 0
        while line < bytes.count {
            let end = bytes[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            defer { line = end }
            guard let text = bytes[line..<end].firstIndex(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D }),
                bytes[text] != UInt8(ascii: "#")
            else { continue }
            // Some of the ways to write that only a real reader understands.
            if bytes[text] == 0x09 { return nil }
            let depth = text - line
            if depth == 0 {
                if let begin = start { result.append(Array(bytes[begin..<line])) }
                start = nil
                let rest = bytes[line..<end].trimmingSuffix { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
                if rest.elementsEqual("toggles:".utf8) {
                    guard !isInside, indentation == nil else { return nil }
                    isInside = true
                } else if rest.starts(with: "toggles".utf8) || rest.first == UInt8(ascii: "{") {
                    return nil
                } else {
                    isInside = false
                }
                continue
            }
            guard isInside else { continue }
            let expected = indentation ?? depth
            indentation = expected
            if depth < expected { return nil }
            if depth == expected {
                if let begin = start { result.append(Array(bytes[begin..<line])) }
                start = line
            }
        }
        if let begin = start { result.append(Array(bytes[begin...])) }
        return indentation == nil ? nil : result
    }
}

extension ArraySlice {
    fileprivate func trimmingSuffix(_ isTrimmed: (Element) -> Bool) -> ArraySlice {
        var rest = self
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return rest
    }
}
