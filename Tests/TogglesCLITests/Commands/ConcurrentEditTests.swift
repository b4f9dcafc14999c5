import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Commands that edit the same files concurrently, and editors that save in the meantime.
struct ConcurrentEditTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
    }

    /// Starts commands concurrently, and waits for all of them.
    private func runConcurrently(_ commands: [[String]]) throws -> [Int32] {
        let toggles = try BuiltCommand("toggles").path
        let processes = try commands.map {
            try ChildProcess(toggles, $0, environment: shop.environment, in: shop.path)
        }
        return processes.map { $0.wait() }
    }

    @Test(.timeLimit(.minutes(20)))
    func concurrentlyAddedTogglesAreAllKept() throws {
        let keys = (1...16).map { "toggle_\($0)" }
        let statuses = try runConcurrently(
            keys.map {
                ["add", $0, "--category", "release", "--owner", "search", "--description", "One.", "--permanent"]
            }
        )
        #expect(statuses == Array(repeating: 0, count: keys.count))
        let listed = try shop.run("list").output
        for key in keys { #expect(listed.contains("\n\(key) "), "\(key) is lost") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: shop.path).sorted() == ["home", "toggles.yaml"])
    }

    @Test(.timeLimit(.minutes(20)))
    func concurrentPromotionsKeepManifestAndDocumentConsistent() throws {
        let keys = (1...8).map { "toggle_\($0)" }
        for key in keys { try #require(shop.addRelease(key).status == 0) }
        try shop.write("{\"flags\": {}}\n", to: "flags.json")
        let statuses = try runConcurrently(keys.map { ["promote", $0, "--document", "flags.json"] })
        #expect(statuses == Array(repeating: 0, count: keys.count))
        let document = try #require(shop.text("flags.json"))
        let listed = try shop.run("list", "--json").output
        for key in keys { #expect(document.contains("\"\(key)\""), "\(key) is not in the document") }
        #expect(listed.components(separatedBy: "\"category\": \"ops\"").count == 1 + 4 + keys.count)
    }

    @Test(.timeLimit(.minutes(20)))
    func commandWaitsForEditingLock() throws {
        let folder = open(shop.path, O_RDONLY | O_DIRECTORY)
        try #require(folder >= 0)
        defer { close(folder) }
        try #require(flock(folder, LOCK_EX | LOCK_NB) == 0)
        let error = "\(shop.path)/home/error"
        try shop.write("", to: "home/error")
        let process = try ChildProcess(
            try BuiltCommand("toggles").path,
            [
                "extend", "search_ranking", "--until", "2027-03-01", "--today", "2026-11-21", "--reason",
                "Waiting for 2.4.",
            ],
            environment: shop.environment,
            in: shop.path,
            error: error
        )
        // The change that the previous command writes before it releases the lock.
        try shop.write(
            Shop.manifest.replacingOccurrences(of: "expires: 2027-01-31", with: "expires: 2027-02-01"),
            to: "toggles.yaml"
        )
        try #require(flock(folder, LOCK_UN) == 0)
        #expect(process.wait() == 0, "\(shop.text("home/error") ?? "")")
        let text = try #require(shop.text("toggles.yaml"))
        #expect(text.contains("expires: 2027-03-01"))
        #expect(text.components(separatedBy: "expires: 2027-02-01").count == 3)
    }

    @Test func documentStaysUnchangedIfManifestIsUnwritable() throws {
        // The name is so long that the temporary file for its replacement can't be created.
        let name = String(repeating: "m", count: 245) + ".yaml"
        try shop.write(Shop.manifest, to: name)
        try shop.write("{\"flags\": {}}\n", to: "flags.json")
        let result = try shop.run("promote", "new_checkout", "--manifest", name, "--document", "flags.json")
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.error.contains("Cannot write ‘\(name)’: "))
        #expect(shop.text(name) == Shop.manifest)
        #expect(shop.text("flags.json") == "{\"flags\": {}}\n")
    }

    @Test(.timeLimit(.minutes(20)))
    func concurrentInitsWriteOneManifest() throws {
        try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml")
        let statuses = try runConcurrently((1...4).map { ["init", "--namespace", "Toggles\($0)"] })
        #expect(statuses.sorted() == [0, 2, 2, 2])
        let winner = try #require(statuses.firstIndex(of: 0)) + 1
        #expect(shop.text("toggles.yaml")?.contains("namespace: Toggles\(winner) ") == true)
    }
}
