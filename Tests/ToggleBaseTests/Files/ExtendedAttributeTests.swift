import TestSupport
import Testing
import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Files that are replaced keep their extended attributes.
@Suite(.enabled("the file system of the temporary folder has no extended attributes") { try Attribute.isSupported() })
struct ExtendedAttributeTests {
    @Test(arguments: ["", "https://example.com", String(repeating: "x", count: 1_000)])
    func writtenFileKeepsAttributes(value: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "a")
        try #require(Attribute.set(value, of: folder.path("a")))
        try FileWriting.replace(Array("new".utf8), path: folder.path("a"))
        #expect(try folder.text("a") == "new")
        #expect(Attribute.value(of: folder.path("a")) == value)
    }

    @Test func durableFileKeepsAttributes() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "a")
        try #require(Attribute.set("here", of: folder.path("a")))
        let locked = try DurableFile(path: folder.path("a"), maximumSize: 100).lock()
        defer { locked.unlock() }
        let status = try #require(try locked.file.content()).status
        try locked.replace(with: Array("new".utf8), inheriting: status)
        #expect(try folder.text("a") == "new")
        #expect(Attribute.value(of: folder.path("a")) == "here")
        #expect(Attribute.value(of: folder.path("a.previous")) == "here")
    }

    @Test func newFileHasNoAttributes() throws {
        let folder = try TemporaryFolder()
        try FileWriting.replace(Array("new".utf8), path: folder.path("a"))
        #expect(Attribute.value(of: folder.path("a")) == nil)
    }
}

/// The attribute of the tests.
private enum Attribute {
    private static let name = "user.origin"

    static func isSupported() throws -> Bool {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "a")
        return set("x", of: folder.path("a"))
    }

    /// Sets the attribute, and returns whether the file system can.
    static func set(_ value: String, of path: String) -> Bool {
        let bytes = Array(value.utf8)
        #if canImport(Darwin)
        return setxattr(path, name, bytes, bytes.count, 0, 0) == 0
        #else
        typealias Call =
            @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32) -> Int32
        guard let symbol = dlsym(nil, "setxattr") else { return false }
        return unsafeBitCast(symbol, to: Call.self)(path, name, bytes, bytes.count, 0) == 0
        #endif
    }

    static func value(of path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 2_000_000)
        #if canImport(Darwin)
        let count = getxattr(path, name, &bytes, bytes.count, 0, 0)
        #else
        typealias Call =
            @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer, Int) -> Int
        guard let symbol = dlsym(nil, "getxattr") else { return nil }
        let count = unsafeBitCast(symbol, to: Call.self)(path, name, &bytes, bytes.count)
        #endif
        return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
}
