import Foundation
import Testing

/// The storefront example without a terminal, as in a pipe.
@Suite(.timeLimit(.minutes(20)))
struct StorefrontTests {
    private func run(_ arguments: String..., in shop: Shop) throws -> BuiltCommand.Result {
        try BuiltCommand("Storefront").run(arguments, environment: shop.environment, in: shop.path)
    }

    @Test func printsTogglesAndFollowsServerAndOverride() throws {
        let shop = try Shop()
        let result = try run(in: shop)
        #expect(result.status == 0)
        #expect(result.error == "")
        #expect(result.output.contains(#"  search_ranking    "classic"                               remote"#))
        #expect(result.output.contains("  page_size         4                                       default"))
        #expect(result.output.contains("\n  0 of 100 sample customers have it\n  10 of 100 have it, "))
        #expect(
            result.output.contains(
                """

                  up to date
                  update required; the shop shows only this:

                  !! This version is too old !!
                     It can no longer place orders.
                     [Update now] https://example.com/storefront

                """
            )
        )
        #expect(result.output.contains("\n  classic before\n  popular after\n"))
        // It leaves no files for a later run.
        #expect(!FileManager.default.fileExists(atPath: shop.defaults))
        #expect(shop.text("flags.json") == nil)
    }

    @Test func servedDocumentIsWrittenOnlyOnce() throws {
        let shop = try Shop()
        let original = Package.folder.appending(path: "Examples/Storefront/flags.json")
        let repository = try String(contentsOf: original, encoding: .utf8)
        #expect(try run("--serve", "mine.json", in: shop).status == 0)
        #expect(shop.text("mine.json") == repository)

        let edited = repository.replacing(#""neural", 0"#, with: #""neural", 1000"#)
        try shop.write(edited, to: "mine.json")
        let result = try run("--serve", "mine.json", in: shop)
        #expect(result.status == 0)
        #expect(result.output.contains(/the neural ranking +[89]\d ■/))
        #expect(shop.text("mine.json") == edited)
    }

    @Test func invalidServedDocumentIsReported() throws {
        let shop = try Shop()
        try shop.write("{ \"flags\": {\n  \"reviews\": ", to: "broken.json")
        let result = try run("--serve", "broken.json", in: shop)
        #expect(result.status == 0)
        #expect(result.output.contains("\n  Remote config is ERROR: "))
        #expect(result.output.contains("the defaults are active"))
    }

    @Test func followsFileWithoutServer() throws {
        let shop = try Shop()
        let document = #"{"flags": {"page_size": {"state": "ENABLED", "variants": {"a": 1}, "defaultVariant": "a"}}}"#
        try shop.write(document, to: "flags.json")
        let result = try run("--flags", "flags.json", in: shop)
        #expect(result.status == 0)
        #expect(result.output.contains("  page_size         1                                       remote"))
    }

    @Test func missingServerIsReported() throws {
        // No server listens on port 1, which is reserved.
        let result = try run("--remote", "http://127.0.0.1:1/flags.json", in: Shop())
        #expect(result.status == 0)
        #expect(result.output.contains("  Remote config is ERROR: http://127.0.0.1:1/flags.json: "))
    }

    @Test func unwritableFolderIsReported() throws {
        let result = try run("--serve", "/no/such/folder/flags.json", in: Shop())
        #expect(result.status == 0)
        #expect(
            result.output.contains(
                """
                  No remote config: the document ‘/no/such/folder/flags.json’ doesn't exist and can't be created \
                (No such file or directory); choose another path with --serve FILE.
                """
            )
        )
    }

    private static let advice = "write http://host/flags.json, or use --flags for a file.\n"

    @Test(arguments: [
        (["--remote", "shop.json"], "--remote shop.json is not a server address; \(advice)"),
        (["--remote", "ftp://host/a"], "--remote ftp://host/a is not a server address; \(advice)"),
        (["--serve"], "--serve needs a value; see --help.\n"),
        (["--flags", ""], "--flags needs a value; see --help.\n"),
        (["--server", "a.json"], "Unknown option ‘--server’; see --help.\n"),
        (
            ["--serve", "a.json", "--flags", "b.json"],
            "--serve and --flags cannot be combined: the shop has one document.\n"
        ),
    ])
    func invalidArgumentsAreExplained(arguments: [String], sentence: String) throws {
        let shop = try Shop()
        let result = try BuiltCommand("Storefront").run(arguments, environment: shop.environment, in: shop.path)
        #expect(result == BuiltCommand.Result(output: "", error: sentence, status: 2))
    }

    @Test(arguments: ["flags.json", "update-policy.json"])
    func initialDocumentHasNoProblems(name: String) throws {
        let shop = try Shop()
        let toggles = try BuiltCommand("toggles")
        let result = try toggles.run(
            ["check", "Examples/Storefront/\(name)"],
            environment: shop.environment,
            in: Package.folder.path(percentEncoded: false)
        )
        #expect(result.status == 0, "\(result.output)\(result.error)")
    }
}
