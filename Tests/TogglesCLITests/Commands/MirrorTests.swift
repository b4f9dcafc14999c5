import Foundation
import TestSupport
import Testing

/// `toggles mirror`, which `toggles-remote` runs.
///
/// Tests of stores and servers are in Tests/Serving.
struct MirrorTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    @Test func copiesDocumentOnce() throws {
        try shop.write(Shop.remote, to: "flags.json")
        let result = try shop.run("mirror", "flags.json", "served.json", "--once", "--health", "health.json")
        #expect(result.status == 0, "\(result)")
        #expect(try shop.run("fetch", "served.json", "--raw").output == Shop.remote)
        #expect(result.output.hasSuffix("‘served.json’ is now \(Shop.remote.utf8.count) bytes\n"))
    }

    @Test func keepsFileIfTheSourceIsInvalid() throws {
        try shop.write(Shop.remote, to: "served.json")
        try shop.write("{", to: "flags.json")
        let result = try shop.run("mirror", "flags.json", "served.json", "--once")
        #expect(result.status == 1)
        #expect(result.error.hasSuffix("The file stays as it is.\n"))
        #expect(try shop.run("fetch", "served.json", "--raw").output == Shop.remote)
        #expect(try shop.run("mirror", "none.json", "served.json", "--once").status == 4)
    }

    @Test(arguments: [
        (["flags.json", "notes.txt", "--once"], "exists and is not a document"),
        (["flags.json", "flags.json", "--once"], "is the source itself"),
        (["flags.json", "none/served.json", "--once"], "The folder of ‘none/served.json’ does not exist; create ‘"),
        (["flags.json", "served.json", "--health", "none/health.json"], "‘none/health.json’ does not exist; create"),
        (["flags.json", "served.json", "--environment", "production"], "Write both --key and --environment"),
        (["ofrep+https://host.example", "served.json"], "no document to mirror"),
        (["https://ada:secret@host.example/x.json", "served.json"], "TOGGLES_USER and TOGGLES_PASSWORD"),
        (["flags.json", "served.json", "--interval", "0"], "--interval must be a number of seconds"),
        (["flags.json", "served.json", "--notify", "nothing"], "is not a URL to notify"),
    ])
    func wrongUsageIsExplained(arguments: [String], words: String) throws {
        try shop.write(Shop.remote, to: "flags.json")
        try shop.write("important notes", to: "notes.txt")
        let result = try BuiltCommand("toggles").run(
            ["mirror"] + arguments,
            environment: shop.environment,
            in: shop.path
        )
        #expect(result.status == 2)
        #expect(result.error.contains(words), "\(result.error)")
        #expect(!result.error.contains("ada:secret"))
    }
}
