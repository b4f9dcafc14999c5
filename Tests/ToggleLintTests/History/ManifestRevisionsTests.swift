import Testing
import ToggleLint
import ToggleManifest

@Suite struct ManifestRevisionsTests {
    private static let opening = "schema: 1\nnamespace: AppToggles\ntoggles:\n"

    private static func entry(_ number: Int, month: Int = 12, indentation: String = "  ") -> String {
        let lines = [
            "toggle_\(number):", "  category: release", "  description: What toggle \(number) does.", "  owner: team",
            "  expires: 2026-\(month < 10 ? "0" : "")\(month)-28",
        ]
        return lines.map { indentation + $0 + "\n" }.joined()
    }

    @Test func costDependsOnChangedText() {
        var reader = ManifestRevisions()
        var months: [Int] = []
        var size = 0
        for commit in 0..<400 {
            if commit.isMultiple(of: 2) {
                months.append(12)
            } else {
                months[commit * 7 % months.count] = 1 + commit % 11
            }
            let entries = months.enumerated().map { Self.entry($0.offset, month: $0.element) }
            let bytes = Array((Self.opening + entries.joined()).utf8)
            size = bytes.count
            #expect(reader.changes(to: bytes)?.isEmpty == false)
        }
        #expect(reader.toggles.count == 200)
        // Each revision has at most one changed text, and only its surroundings are parsed.
        #expect(reader.parseCount <= 400)
        #expect(reader.scannedBytes < 400 * 4 * size / 200)
    }

    @Test func comparisonMatchesFullParse() {
        var random = SystemRandomNumberGenerator()
        var reader = ManifestRevisions()
        var known: [String: ToggleDeclaration] = [:]
        var lines: [String] = (0..<6).map { Self.entry($0) }
        let pieces = [
            "\n", "# A comment.\n", "  # Another one.\n", "lint: {}\n", "toggles:\n", "    remote: other\n", "\t\n",
            "   x: 1\n",
            "    owner: other\n", "      more words\n", " ", "application: shop\n",
        ]
        for _ in 0..<400 {
            let place = Int.random(in: 0...lines.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: lines.insert(pieces.randomElement(using: &random) ?? "", at: place)
            case 1, 2: if place < lines.count { lines.remove(at: place) }
            case 3: lines.insert(Self.entry(.random(in: 0..<9), indentation: "    "), at: place)
            default:
                let month = Int.random(in: 1...12, using: &random)
                lines.insert(Self.entry(.random(in: 0..<9), month: month), at: place)
            }
            if lines.count > 12 { lines = (0..<3).map { Self.entry($0) } }
            let bytes = Array((Self.opening + lines.joined()).utf8)
            var fresh = ManifestRevisions()
            let expected = fresh.changes(to: bytes).map { _ in fresh.toggles.mapValues(\.summary) }
            let changes = reader.changes(to: bytes)
            #expect((changes == nil) == (expected == nil), "\(lines.joined())")
            if let expected {
                #expect(reader.toggles.mapValues(\.summary) == expected, "\(lines.joined())")
                for change in changes ?? [] {
                    #expect(known[change.key]?.summary == change.old?.summary)
                    known[change.key] = change.new
                }
                #expect(known.mapValues(\.summary) == expected, "\(lines.joined())")
            }
        }
    }

    @Test func removedManifestHasNoToggles() {
        var reader = ManifestRevisions()
        let bytes = Array((Self.opening + Self.entry(1)).utf8)
        #expect(reader.changes(to: bytes)?.map(\.key) == ["toggle_1"])
        #expect(reader.changes(to: nil)?.map(\.key) == ["toggle_1"])
        #expect(reader.toggles.isEmpty)
        #expect(reader.changes(to: bytes)?.map(\.key) == ["toggle_1"])
        #expect(reader.parseCount == 1)
    }
}

extension ToggleDeclaration {
    fileprivate var summary: [String] {
        [key, category.rawValue, remote ?? "-", details.owner, details.expires?.description ?? "-"]
    }
}
