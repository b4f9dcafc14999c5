import Foundation
import Testing

/// The option `--max-age` of `toggles check`.
struct CheckAgeTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
        try shop.write(#"{"flags": {}}"#, to: "flags.json")
    }

    private func git(_ arguments: String..., time: Date = Date()) throws {
        let git = try #require(BuiltCommand(installed: "git"))
        var environment = shop.environment
        environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        for role in ["AUTHOR", "COMMITTER"] {
            environment["GIT_\(role)_NAME"] = "Ada"
            environment["GIT_\(role)_EMAIL"] = "ada@example.com"
            environment["GIT_\(role)_DATE"] = "\(Int(time.timeIntervalSince1970)) +0000"
        }
        let result = try git.run(arguments, environment: environment, in: shop.path)
        try #require(result.status == 0, "\(result.error)")
    }

    private func commit(daysAgo days: Double) throws {
        try git("init", "--quiet", "--initial-branch=main")
        try git("add", "flags.json")
        try git("commit", "--quiet", "--message", "Add flags", time: Date(timeIntervalSinceNow: -days * 86_400 - 60))
    }

    private func check(
        _ days: String,
        document: String = "flags.json",
        published: String? = nil
    ) throws -> BuiltCommand.Result {
        let arguments = ["check", document, "--alone", "--max-age", days]
        let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
        return try BuiltCommand("toggles").run(
            arguments + (published == nil ? [] : ["--published", "-"]),
            environment: shop.environment.merging(path) { $1 },
            in: shop.path,
            input: published ?? ""
        )
    }

    @Test func oldDocumentIsAnError() throws {
        try commit(daysAgo: 40)
        let result = try check("30")
        #expect(result.output.hasPrefix("flags.json:1:1: error: the document was last changed on "))
        #expect(
            result.output.hasSuffix(
                """
                , 40 days ago; replace it with the current one, because at most 30 days are allowed, or pass the \
                current one with --published if it is the same
                flags.json: 0 flags, 1 error

                """
            )
        )
        #expect(result.status == 1)
    }

    @Test func oldDocumentThatIsPublishedIsAccepted() throws {
        try commit(daysAgo: 40)
        let same = try check("30", published: "{\n  \"flags\": {}\n}\n")
        #expect(same.output == "flags.json: 0 flags, no errors\n")
        #expect(same.status == 0)
        let other = try check("30", published: #"{"flags": {}, "metadata": {"revision": 2}}"#)
        #expect(
            other.output.hasSuffix(
                """
                , 40 days ago; replace it with the current one, because at most 30 days are allowed
                flags.json: 0 flags, 1 error

                """
            )
        )
        #expect(other.status == 1)
    }

    @Test func publishedDocumentMustBeJSON() throws {
        try commit(daysAgo: 1)
        for text in ["", "<html>"] {
            let result = try check("30", published: text)
            #expect(result.status == 2)
            #expect(result.error.hasPrefix("The published document is not JSON: "))
        }
        let alone = try shop.run("check", "flags.json", "--published", "flags.json")
        #expect(alone.error.contains("'--published' needs '--max-age'."))
        #expect(alone.status == 2)
    }

    @Test func recentDocumentIsAccepted() throws {
        try commit(daysAgo: 30)
        let result = try check("30")
        #expect(result.output == "flags.json: 0 flags, no errors\n")
        #expect(result.status == 0)
    }

    @Test func uncommittedChangeIsRecent() throws {
        try commit(daysAgo: 40)
        try shop.write(#"{"flags": { }}"#, to: "flags.json")
        #expect(try check("30").status == 0)
    }

    @Test func stagedDocumentIsRecent() throws {
        try git("init", "--quiet", "--initial-branch=main")
        try git("add", "flags.json")
        let first = try check("0")
        #expect(first.output == "flags.json: 0 flags, no errors\n")
        #expect(first.status == 0)

        try shop.write(#"{"flags": {}}"#, to: "other.json")
        try git("commit", "--quiet", "--message", "Add flags", time: Date(timeIntervalSinceNow: -40 * 86_400))
        try git("add", "other.json")
        #expect(try check("0", document: "other.json").status == 0)
        #expect(try check("0").status == 1)
    }

    @Test(arguments: [false, true]) func ageOfUntrackedDocumentIsUnknown(isIgnored: Bool) throws {
        try git("init", "--quiet", "--initial-branch=main")
        if isIgnored { try shop.write("flags.json\n", to: ".gitignore") }
        let alone = try check("1")
        #expect(
            alone.error == """
                The age of flags.json is unknown, because git doesn't track it. Commit it, or pass the current one with \
                --published if it is the same.

                """
        )
        #expect(alone.output == "")
        #expect(alone.status == 2)

        let different = try check("1", published: #"{"flags": {}, "metadata": {"revision": 2}}"#)
        #expect(different.error == "The age of flags.json is unknown, because git doesn't track it. Commit it.\n")
        #expect(different.status == 2)

        let same = try check("1", published: #"{"flags": {}}"#)
        #expect(same.output == "flags.json: 0 flags, no errors\n")
        #expect(same.status == 0)
    }

    @Test func ageOfRemovedDocumentIsUnknown() throws {
        try commit(daysAgo: 40)
        try git("rm", "--cached", "--quiet", "flags.json")
        let result = try check("1")
        #expect(result.error.hasPrefix("The age of flags.json is unknown, because git doesn't track it. "))
        #expect(result.status == 2)
    }

    @Test func ageOutsideOfGitIsUnknown() throws {
        let result = try check("30")
        #expect(result.status == 2)
        #expect(result.error.contains("The age of flags.json is unknown: "))
        #expect(result.error.contains("is not in a git repository"))
    }

    @Test func standardInputHasNoAge() throws {
        let result = try shop.run("check", "-", "--max-age", "30")
        #expect(result.error.contains("'--max-age' needs a file in a git repository."))
        #expect(result.status == 2)
    }
}
