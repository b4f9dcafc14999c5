import TestSupport
import Testing
import ToggleBase

@testable import FeatureTogglesUsage

struct UsageLayoutTests {
    private static let layout = UsageLayout([
        (key: "b", category: ToggleCategory.ops, type: ToggleType.variants(["x", "y", "z"])),
        (key: "a", category: .permission, type: .bool), (key: "r", category: .release, type: .bool),
        (key: "c", category: .experiment, type: .variants(["only"])), (key: "a", category: .ops, type: .int),
    ])

    @Test func togglesAreSortedWithoutReleaseToggles() {
        #expect(Self.layout.entries.map(\.key) == ["a", "b", "c"])
        #expect(Self.layout.digest.utf8.count == 8)
    }

    @Test(arguments: [
        [UsageCell(), UsageCell(), UsageCell()],
        [
            UsageCell(isRead: true), UsageCell(isRead: true, isChanged: true, variant: 2),
            UsageCell(isRead: true, variant: 0),
        ],
        [UsageCell(isRead: true, isChanged: true), UsageCell(isRead: true, variant: 0), UsageCell()],
    ]) func cellsAreDecoded(cells: [UsageCell]) {
        #expect(Self.layout.decode(Self.layout.encode(cells)) == cells)
    }

    @Test(arguments: [[], [0xFF], [0x01], [0, 0], [0b1011_1100]] as [[UInt8]])
    func otherBytesAreRefused(bytes: [UInt8]) {
        #expect(Self.layout.decode(bytes) == nil)
    }

    @Test func digestDependsOnKeysAndVariants() {
        func digest(_ key: String, _ names: [String]) -> String {
            UsageLayout([(key: key, category: ToggleCategory.ops, type: ToggleType.variants(names))]).digest
        }
        #expect(Set([digest("a", ["x", "y"]), digest("b", ["x", "y"]), digest("a", ["y", "x"])]).count == 3)
    }

    @Test func thousandTogglesTakeAbout350Bytes() throws {
        let toggles = (0..<1_000).map { (key: "toggle_\($0)", category: ToggleCategory.ops, type: ToggleType.bool) }
        let layout = UsageLayout(toggles)
        let cells = toggles.indices.map { UsageCell(isRead: $0 % 3 > 0, isChanged: $0 % 3 > 1) }
        let page = UsageLedger.Page(
            day: try #require(CalendarDate("2026-11-30")),
            appVersion: "2.4.1",
            layout: layout.digest,
            cells: layout.encode(cells)
        )
        let message = UsageMessage(page, layout)
        #expect(message.query.utf8.count == 368)
        #expect(message.query.hasPrefix("v=2.4.1&d=2026-11-30&t=\(layout.digest)&u="))
        #expect(message.toggles.count == 666)
    }

    @Test(arguments: ["2.4.1", "2.4 (1+2)/&=?#ü", "1"]) func queryIsParsed(version: String) throws {
        let day = try #require(CalendarDate("2026-11-30"))
        let query = UsageQuery(appVersion: version, day: day, layout: "0123abcd", bytes: [0, 255, 62, 63, 7])
        #expect(UsageQuery(query.text) == query)
        #expect(UsageQuery("app=shop&\(query.text)&x=1") == query)
        #expect(query.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"'<>\\+".utf8.contains($0) })
    }

    @Test(arguments: [
        "", "v=1", "v=1&d=2026-13-01&t=0123abcd&u=AA", "v=1&d=2026-11-30&t=0123&u=AA",
        "v=&d=2026-11-30&t=0123abcd&u=AA",
        "v=1&d=2026-11-30&t=0123abcd&u=A*", "v=%zz&d=2026-11-30&t=0123abcd&u=AA", "v=%ff&d=2026-11-30&t=0123abcd&u=AA",
    ]) func damagedQueryIsRefused(text: String) {
        #expect(UsageQuery(text) == nil)
    }
}
