import Foundation
import TestSupport
import Testing

@testable import DataMigration

/// Keys of property lists that Foundation treats as equal.
struct PropertyListKeysTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns an XML property list with a body.
    private static func xml(_ body: String) -> [UInt8] {
        Array(#"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0">\#(body)</plist>"#.utf8)
    }

    private static let twins = [
        "<dict><key>caf\u{e9}</key><integer>1</integer>\n<key>cafe\u{301}</key><integer>2</integer></dict>",
        "<dict><key>caf&#xe9;</key><true/>\n<key>cafe&#769;</key><false/></dict>",
        "<dict><key>a</key><dict><key>\u{e9}</key><true/>\n<key>e\u{301}</key><true/></dict></dict>",
        "<dict><key>a</key><array><dict/><dict><key>\u{e9}</key><true/>\n<key><![CDATA[e\u{301}]]></key><true/></dict></array></dict>",
        "<dict><key>a</key><integer>1</integer>\n<key>a</key><integer>2</integer></dict>",
    ]

    @Test(arguments: twins)
    func equivalentKeysInXMLAreRefused(body: String) throws {
        try folder.write(Self.xml(body), to: "app.plist")
        let error = try refusal()
        let start = "\(folder.path("app.plist")): A dictionary has a key twice"
        #expect(error?.message.hasPrefix(start) == true, "\(body)")
        #expect(try folder.text("app.plist") == String(decoding: Self.xml(body), as: UTF8.self))
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func equivalentKeysInWideXMLAreRefused(encoding: String.Encoding) throws {
        let body = #"<plist version="1.0">\#(Self.twins[0])</plist>"#
        let text = #"<?xml version="1.0" encoding="UTF-16"?>"# + body
        let mark: [UInt8] = encoding == .utf16BigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
        try folder.write(mark + [UInt8](try #require(text.data(using: encoding))), to: "app.plist")
        #expect(try refusal()?.message.contains("Rename one of them") == true)
    }

    /// A binary file like those of `plutil`, Core Foundation, and Python's plistlib, in which keys are ordinary objects.
    private static let binary: [UInt8] =
        Array("bplist00".utf8) + [0xD3, 1, 2, 3, 4, 5, 6]
        + [0x65, 0, 0x63, 0, 0x61, 0, 0x66, 0, 0x65, 3, 1, 0x64, 0, 0x63, 0, 0x61, 0, 0x66, 0, 0xE9]
        + Array("Uother".utf8) + [0x10, 2, 0x10, 1, 0x10, 3]
        + [8, 15, 26, 35, 41, 43, 45]
        + [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 47]

    @Test func equivalentKeysInBinaryAreRefused() throws {
        try folder.write(Self.binary, to: "app.plist")
        #expect(try refusal()?.message.contains("Rename one of them") == true)
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: folder.path("app.plist")))) == Self.binary)
    }

    /// Checks that the file is neither read, migrated, nor started clean, and returns the error.
    private func refusal() throws -> DataMigrationError? {
        let store = PropertyListStore(path: folder.path("app.plist"))
        let steps = try MigrationSteps([MigrationStep("1", "s", ifNothingToMove: .leave, .addPrefix("x."))])
        for policy in [FailurePolicy.keepData, .startClean] {
            let outcome = DataMigrator(steps, policy: policy) { _ in }.run(on: store, appVersion: "1")
            #expect(outcome.result == .keptData && outcome.problems.map(\.error.code) == [.unreadable])
        }
        return #expect(throws: DataMigrationError.self) { try store.read() }
    }

    @Test(arguments: [
        "<dict><key>a</key><true/><!-- <key>a</key> --><key>b</key><string><![CDATA[<key>a</key>]]></string></dict>",
        "<dict><key>a</key><dict><key>a</key><dict/></dict><key>b</key><dict><key>a</key><dict /></dict></dict>",
        "<dict><key>&lt;a&gt;</key><true/><key>&amp;lt;a&gt;</key><true/><key/><true/></dict>", "<dict/>",
    ])
    func differentKeysAreRead(body: String) throws {
        try folder.write(Self.xml(body), to: "app.plist")
        _ = try PropertyListStore(path: folder.path("app.plist")).read()
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func manyKeysFromFoundationAreRead(format: PropertyListSerialization.PropertyListFormat) throws {
        var list: [String: Any] = [:]
        for number in 0..<700 {
            list["ключ \(number) & <é>"] = ["a": number, "b": ["a": "\(number)"]] as [String: Any]
        }
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
        try folder.write([UInt8](data), to: "app.plist")
        #expect(try PropertyListStore(path: folder.path("app.plist")).read().values.count == 700)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func damagedFilesDoNotTrap(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for var bytes in [Self.binary, Self.xml(Self.twins[3])] {
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes.removeLast(Int.random(in: 0...3, using: &random))
            _ = PropertyListKeys.count(in: bytes, .binary) + PropertyListKeys.count(in: bytes, .xml)
        }
    }
}
