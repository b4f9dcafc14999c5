import Foundation
import Testing

struct UsageTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    @Test(
        arguments: [
            [], ["--help"], ["-h"], ["help"], ["init", "--help"], ["add", "--help"], ["list", "--help"],
            ["get", "--help"], ["set", "--help"],
            ["unset", "--help"], ["explain", "--help"], ["validate", "--help"], ["generate", "--help"],
        ]
    )
    func helpExitsWith0(arguments: [String]) throws {
        let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
        #expect(result.status == 0)
        #expect(result.error == "")
        #expect(result.output.hasPrefix("OVERVIEW: "))
        #expect(result.output.contains("USAGE: toggles "))
    }

    @Test func helpListsExitCodesAndEnvironment() throws {
        let output = try shop.run("--help-all").output
        for words in ["EXIT CODES", "  2  wrong usage", "TOGGLES_DEFAULTS", "TOGGLE_<KEY>", "NO_COLOR"] {
            #expect(output.contains(words))
        }
    }

    @Test(arguments: [[], ["--help"], ["-h"], ["help"]])
    func helpListsUsualCommands(arguments: [String]) throws {
        let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count <= 60, "\(result.output)")
        for command in ["init", "console", "set", "rollout", "lint", "remove"] {
            #expect(lines.contains { $0.hasPrefix("  \(command) ") }, "\(result.output)")
        }
        #expect(!lines.contains { $0.hasPrefix("  evaluate ") })
        #expect(result.output.contains("`toggles --help-all` lists all commands"))
    }

    @Test func printsVersion() throws {
        let result = try shop.run("--version")
        #expect(result.status == 0)
        #expect(result.error == "")
        #expect(result.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: ["toggles", "toggles-lint"])
    func tooManyArgumentsAreRefused(program: String) throws {
        let keys = (0...2_000).map { "key_\($0)" }
        let result = try BuiltCommand(program).run(keys, environment: shop.environment, in: shop.path)
        #expect(result.status == 2)
        #expect(result.error.hasPrefix("There are 2001 arguments, and the limit is 2000. Run the command several"))
    }

    @Test(arguments: [
        (["frobnicate"], "There is no command ‘frobnicate’. `toggles --help-all` lists them.\n"),
        (["lst"], "There is no command ‘lst’. Did you mean ‘list’?\n"),
        (["preset", "safe"], "There is no command ‘preset safe’. Did you mean ‘preset save’?\n"),
    ])
    func unknownCommandHasSuggestion(arguments: [String], error: String) throws {
        let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
        #expect(result == BuiltCommand.Result(error: error, status: 2))
    }

    @Test(arguments: ["toggles", "toggles-lint", "toggles-remote"])
    func examplesCanBePasted(tool: String) throws {
        let result = try BuiltCommand(tool).run(
            ["--experimental-dump-help"],
            environment: shop.environment,
            in: shop.path
        )
        let help = try JSONDecoder().decode(Help.self, from: Data(result.output.utf8))
        var commands = [help.command]
        var count = 0
        while let command = commands.popLast() {
            commands += command.subcommands ?? []
            // In 80 columns, lines of at least 80 characters are wrapped. A wrapped example can't be pasted, and in a
            // paragraph with line breaks, a wrapped line leaves a short one.
            let lines = (command.discussion ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            for (line, next) in zip(lines, lines.dropFirst() + [""])
            where line.count >= 80 && (line.hasPrefix(" ") || !next.isEmpty) {
                Issue.record("\(command.commandName): \(line)")
            }
            // A description after an example, or in a line of its own, would be pasted as arguments.
            let examples = lines.drop { $0 != "EXAMPLES" }.dropFirst().prefix { $0.hasPrefix(" ") }
            for line in examples where line.contains(/\S {2,}[^ #]|^ {5,}[^ #]/) {
                Issue.record("\(command.commandName), description without ‘#’: \(line)")
            }
            count += examples.count
        }
        #expect(count > 0)
    }

    /// Runs the help of every command with an example that is wider than the terminal.
    @Test(arguments: ["toggles", "toggles-lint", "toggles-remote"], [40, 60, 80, 120])
    func examplesStayWhole(tool: String, columns: Int) throws {
        let command = try BuiltCommand(tool)
        let environment = shop.environment.merging(["COLUMNS": "\(columns)"]) { $1 }
        let dump = try command.run(["--experimental-dump-help"], environment: environment, in: shop.path)
        let root = try JSONDecoder().decode(Help.self, from: Data(dump.output.utf8)).command
        var commands: [(names: [String], command: Help.Command)] = [([], root)]
        while let (names, next) = commands.popLast() {
            commands += (next.subcommands ?? []).map { (names + [$0.commandName], $0) }
            let lines = (next.discussion ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            let examples = lines.drop { $0 != "EXAMPLES" }.prefix { !$0.isEmpty }
            guard names.isEmpty || examples.contains(where: { $0.count >= columns }) else { continue }
            // The help of `toggles` itself lists only the usual commands.
            let option = names.isEmpty && tool == "toggles" ? "--help-all" : "--help"
            let help = try command.run(names + [option], environment: environment, in: shop.path)
            #expect(help.output.contains("\n\(examples.joined(separator: "\n"))\n"), "\(names)")
        }
    }

    private struct Help: Decodable {
        struct Command: Decodable {
            var commandName: String
            var discussion: String?
            var subcommands: [Command]?
        }
        var command: Command
    }

    @Test(
        arguments: [
            (["list", "--what"], "Error: Unknown option '--what'\n"),
            (["list", "--jsn", "x"], "Error: Unknown option '--jsn'. Did you mean '--json'?\n"),
            (["report", "--htm", "x"], "Error: Unknown option '--htm'. Did you mean '--html'?\nUsage: "),
            (["console", "--a11y", "--them", "x"], "Error: Unknown option '--them'. Did you mean '--theme'?\n"),
            (["unset", "--al"], "Error: Unknown option '--al'. Did you mean '--all'?\nUsage: "),
            (["list", "--form=json"], "Error: Unknown option '--form'\n"),
            (
                ["promote", "new_checkout", "--write"],
                """
                Error: Unknown option '--write'. `toggles promote` writes at once; with --dry-run, it only shows what would \
                change.

                """
            ),
            (
                ["remove", "new_checkout", "--dry-run"],
                """
                Error: Unknown option '--dry-run'. `toggles remove` only shows what would change, until you add --write.

                """
            ),
            (["get"], "Error: Missing expected argument '<key>'\n"),
            (["get", "a", "b"], "Error: Unexpected argument ‘b’.\n"),
            (["list", "--remote"], "Error: Missing value for '--remote <remote>'\n"),
        ]
    )
    func wrongUsageExitsWith2(arguments: [String], error: String) throws {
        let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.error.hasPrefix(error))
        #expect(result.error.contains("Usage: toggles "))
    }
}
