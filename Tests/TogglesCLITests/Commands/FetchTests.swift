import Foundation
import TestSupport
import Testing

/// `toggles fetch`, which `toggles-remote` runs.
///
/// The tests of the sources cover HTTP.
struct FetchTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    @Test func describesFile() throws {
        try shop.write(Shop.remote, to: "flags.json")
        let result = try shop.run("fetch", "flags.json")
        #expect(
            result
                == BuiltCommand.Result(
                    output: """
                        flags.json
                          size              \(Shop.remote.utf8.count) bytes
                          flags             2
                        valid

                        """
                )
        )
        #expect(try shop.run("fetch", "file:flags.json", "--raw").output == Shop.remote)
    }

    @Test func documentWithProblemsIsFinding() throws {
        try shop.write(#"{"flags": {"a": 1}}"#, to: "flags.json")
        let result = try shop.run("fetch", "flags.json")
        #expect(result.status == 1)
        #expect(result.output.hasSuffix("\n1 problem\n"))
        #expect(result.output.contains("‘a’: "))
        try shop.write("{", to: "flags.json")
        let broken = try shop.run("fetch", "flags.json")
        #expect(broken.status == 1)
        #expect(broken.output.contains("\nnot valid: "))
        #expect(try shop.run("fetch", "flags.json", "--json").output.contains(#""valid": false"#))
    }

    @Test func onlyTheFirstProblemsArePrinted() throws {
        let flags = (0..<130).map { #""f\#($0)": 5"# }.joined(separator: ", ")
        try shop.write(#"{"flags": {\#(flags)}}"#, to: "flags.json")
        let lines = try shop.run("fetch", "flags.json").output.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("line ") } == 100)
        #expect(lines.suffix(2) == ["and 30 more; --json lists all of them", "130 problems"])
        #expect(try shop.run("fetch", "flags.json", "--json").output.contains("‘f129’: "))
    }

    @Test func missingDocumentExitsWith2() throws {
        let result = try shop.run("fetch", "none.json")
        #expect(
            result
                == BuiltCommand.Result(
                    output: "none.json\n",
                    error: "No usable document: cannot read ‘none.json’: No such file or directory.\n",
                    status: 2
                )
        )
        let loud = try shop.run("fetch", "HTTP://127.0.0.1:1/f", "--context", "targetingKey=ada")
        #expect(
            loud.error
                == """
                note: --context is ignored: only OFREP servers (ofrep+https:) use it.
                No usable document: http://127.0.0.1:1/f: connection refused.

                """
        )
        #expect(!(try shop.run("fetch", "none\u{1B}[2J.json").error.contains("\u{1B}")))
        let refused = try shop.run("fetch", "http://127.0.0.1:1/flags.json?secret")
        #expect(refused.status == 2)
        #expect(
            refused.error
                == "No usable document: http://127.0.0.1:1/flags.json?…: connection refused.\n"
        )
    }

    @Test(
        arguments: [
            (
                ["ftp://host/f"],
                "The scheme ‘ftp:’ is not supported; write a path, https://host/flags.json, s3://bucket/flags.json, etcd://host:2379/flags.json or ofrep+https://host."
            ),
            (["https://"], "‘https://’ is not a valid URL; write https://host/path, with %20 for a space."),
            (["https://host", "--header", "x"], "‘x’ is not a header field; write --header 'Name: value'."),
            (
                ["https://host", "--timeout", "0"],
                "--timeout must be a number of seconds, more than 0 and at most 86400."
            ),
            (
                ["https://host", "--token", "NO_SUCH"],
                "The environment has no variable ‘NO_SUCH’; --token takes a variable's name."
            ),
        ]
    )
    func wrongUsageExitsWith2(arguments: [String], message: String) throws {
        let result = try BuiltCommand("toggles").run(
            ["fetch"] + arguments,
            environment: shop.environment,
            in: shop.path
        )
        #expect(result == BuiltCommand.Result(error: "\(message)\n", status: 2))
    }

    /// A server can send back what it received.
    @Test(
        arguments: [
            ["--header", "Authorization: Bearer s3cret-t0ken"], ["--header", "X-Api-Key: s3cret-t0ken"],
            ["--token", "TOKEN"], ["URL"], [],
        ]
    )
    func secretsAreNotPrinted(options: [String]) throws {
        let server = try TrackerServer { request in
            let sent = request.headers["authorization"] ?? request.headers["x-api-key"] ?? "none"
            return TrackerServer.Reply(
                status: 200,
                headers: ["ETag": "\"\(sent)\"", "Cache-Control": sent],
                body: "{\"flags\": {\"\(sent)\": 1}}"
            )
        }
        let token = options == ["URL"] ? "" : "s3cret-t0ken"
        let address = options == ["URL"] ? server.address.replacing("//", with: "//ada:s3cret@") : server.address
        for format in [[], ["--json"]] {
            let result = try BuiltCommand("toggles").run(
                ["fetch", "\(address)/flags.json"] + options.filter { $0 != "URL" } + format,
                environment: shop.environment.merging(["TOGGLES_TOKEN": token, "TOKEN": "s3cret-t0ken"]) { $1 },
                in: shop.path
            )
            #expect(result.output.contains("(hidden)"), "\(result)")
            #expect(!(result.output + result.error).contains("s3cret"), "\(result)")
            // ‘ada:s3cret’ in Base64.
            #expect(!(result.output + result.error).contains("YWRhOnMzY3JldA=="), "\(result)")
        }
    }

    @Test(
        arguments: [
            ["fetch", "https://ada:s3cret@ho st/f"], ["fetch", "http://ada:s3cret@127.0.0.1:1/f"],
            ["list", "--remote", "http://ada:s3cret@127.0.0.1:1/f"], ["check", "https://ada:s3cret@host/f"],
            ["list", "--remote", "ftp://ada:s3cret@host/f"], ["diff", "https://ada:s3cret@host/f", "b.json"],
            ["tickets", "--github", "a/b", "--api", "https://ada:s3cret@host"],
        ]
    )
    func userInfoIsNotPrinted(arguments: [String]) throws {
        let result = try BuiltCommand("toggles").run(
            arguments,
            environment: shop.environment.merging(["TOGGLES_TOKEN": "token"]) { $1 },
            in: shop.path
        )
        #expect(result.status == 2)
        #expect(!result.error.isEmpty)
        #expect(!(result.output + result.error).contains("s3cret"), "\(result)")
    }
}
