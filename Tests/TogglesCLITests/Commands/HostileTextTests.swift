import Foundation
import TestSupport
import Testing

/// Untrusted text in every possible input, printed by every command: none of it controls a terminal, hides or reorders
/// text, or begins a new line.
struct HostileTextTests {
    /// Escape sequences, C0, C1, bidirectional controls, and line separators; `FORGED` would begin a line.
    private static let hostile =
        "a\u{1B}[31mb\u{1B}]0;t\u{7}c\u{9B}2Jd\u{202E}e\u{2066}f\u{200F}g\u{2028}h\u{7F}i\r\nFORGED \u{E0041}"

    /// The same text as a JSON string, which is also YAML.
    private static let quoted: String = {
        let escapes = hostile.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"\(escapes.joined())\""
    }()

    /// The same text without line breaks, for arguments.
    private static let argument = hostile.filter { !$0.isNewline }

    private static let manifest = """
        schema: 1
        namespace: Hostile
        application: hostile
        toggles:
          banner:
            category: ops
            type: string
            default: \(yaml)
            description: \(yaml)
            owner: \(yaml)
            issue: \(yaml)
            created: 2026-01-01
            expires: 2026-02-01
          shape:
            category: ops
            type: json
            default: { text: \(yaml) }
            description: \(yaml)
            owner: \(yaml)
            created: 2026-01-01
            permanent: true
          ready:
            category: release
            description: \(yaml)
            owner: \(yaml)
            created: 2026-01-01
            expires: 2026-02-01

        """

    /// The same text with a single escape instead of a surrogate pair, which YAML doesn't support.
    private static let yaml = quoted.replacingOccurrences(of: "\\udb40\\udc41", with: "\\U000E0041")

    private static let document = """
        {"flags": {
          "banner": {"state": "ENABLED", "variants": {\(quoted): \(quoted)}, "defaultVariant": \(quoted),
            "metadata": {\(quoted): \(quoted)}},
          "shape": {"state": "ENABLED", "variants": {"on": 3}, "defaultVariant": \(quoted)},
          \(quoted): {"state": \(quoted), "variants": {}, "targeting": {\(quoted): [{"var": \(quoted)}]}}
        }}
        """

    private static let other = document.replacingOccurrences(of: "\"on\": 3", with: "\"on\": {\(quoted): \(quoted)}")

    /// A document without errors.
    private static let valid = """
        {"flags": {\(quoted): {"state": "ENABLED", "variants": {\(quoted): true, "off": false}, "defaultVariant": "off",
          "targeting": {"if": [{"==": [{"var": \(quoted)}, \(quoted)]}, \(quoted), "off"]}, "metadata": {\(quoted): \(quoted)}}}}
        """

    /// An entry of a history with the text in every field.
    private static let entry = """
        {"schema": 1, "revision": 1, "previous": null, "time": "2026-11-30T08:15:00Z", "author": \(quoted),
         "command": \(quoted), "reason": \(quoted), "commit": \(quoted), "changes": [\(quoted)],
         "difference": [{\(quoted): \(quoted)}], "replaces": \(quoted), "identifier": \(quoted), "document": \(quoted)}
        """

    private static let usage = """
        {"version": 1, \(quoted): 1, "pages": [{"day": \(quoted), "appVersion": \(quoted), "installations": 100,
         "toggles": {\(quoted): {"read": 0, "changed": 0, "variants": {\(quoted): 1}}}}]}
        """

    private static let defaults = """
        {"version": 1, \(quoted): 1, "toggles": {"shape": \(quoted), "banner": \(quoted), \(quoted): \(quoted), "x": 1}}
        """

    private static let policy = """
        {"required": [{"below": "2.0.0", "title": \(quoted), "message": {"en": \(quoted), \(quoted): "b"},
          "link": \(quoted)}], "recommended": \(quoted), \(quoted): 1}
        """

    private let shop: Shop

    init() throws {
        shop = try Shop(manifest: Self.manifest)
        try shop.write(Self.document, to: "flags.json")
        try shop.write(Self.other, to: "other.json")
        try shop.write(Self.defaults, to: "home/defaults.json")
        try shop.write(Self.policy, to: "policy.json")
        try shop.write(Self.valid, to: "valid.json")
        try shop.write(Self.usage, to: "usage.json")
        try shop.write(
            "GET /usage?v=\(Self.argument)&d=2026-11-01&t=x&u=jg HTTP/1.1\n\(Self.hostile)\n",
            to: "access.log"
        )
        try shop.createFolder("old/flags.json.history")
        try shop.write(Self.valid, to: "old/flags.json")
        try shop.write(Self.entry, to: "old/flags.json.history/1.json")
        try shop.createFolder("live")
        try shop.write("{\"values\": {\(Self.quoted): \(Self.quoted)}}", to: "preset.json")
        try shop.createFolder("Sources/App")
        try shop.write("func start() -> Bool { toggles.isEnabled(.ready) }\n", to: "Sources/App/\(Self.argument).swift")
        try shop.write(
            Self.manifest.replacingOccurrences(of: "category: release", with: "category: \(Self.yaml)")
                .replacingOccurrences(of: "  shape:", with: "  \(Self.yaml):"),
            to: "broken.yaml"
        )
    }

    private static let commands: [[String]] = [
        ["tickets"], ["tickets", "--json"], ["report"], ["report", "--html", "-"],
        ["fetch", "flags.json"], ["fetch", "flags.json", "--json"], ["lint"], ["lint", "--reporter", "json"],
        ["lint", "--reporter", "github"], ["lint", "--reporter", "gitlab"],
        ["lint", "--reporter", "junit"], ["lint", "--reporter", "checkstyle"], ["lint", "--reporter", "sarif"],
        ["lint", "--reporter", "markdown"],
        ["list"], ["list", "--json"], ["list", "--remote", "flags.json"], ["list", "--overridden"],
        ["explain", "banner", "--remote", "flags.json"], ["explain", "shape", "--remote", "other.json"],
        ["explain", "banner", "shape", "--json", "--remote", "flags.json"], ["explain", "ready"],
        ["get", "shape", "--remote", "other.json"], ["get", "banner", "--json"], ["get", "nothing\(argument)"],
        ["validate"], ["validate", "--manifest", "broken.yaml"], ["list", "--manifest", "broken.yaml"],
        ["generate", "--output", "-"], ["generate", "--output", "Toggles.swift"],
        ["generate", "--manifest", "broken.yaml", "--output", "-"],
        ["check", "flags.json"], ["check", "flags.json", "--json"], ["check", "policy.json"],
        ["diff", "flags.json", "other.json"], ["diff", "flags.json", "other.json", "--json"],
        ["update-policy", "test", "--app", "1.0", "policy.json"],
        ["update-policy", "test", "--matrix", "--app", argument, "--os", argument, "policy.json"],
        ["evaluate", "flags.json"],
        ["set", "banner=\(argument)"], ["set", "shape={\(quoted): \(quoted)}"], ["set", "page\(argument)=1"],
        ["set", argument], ["unset", "banner"], ["undo", "--dry-run"], ["undo"], ["redo"], ["unset", "--all"], ["undo"],
        ["preset", "save", "demo"], ["preset", "save", argument], ["preset", "list"], ["preset", "list", "--json"],
        ["preset", "show", "demo"], ["preset", "import", "preset.json", "--as", "other"], ["preset", "show", "other"],
        ["preset", "apply", "other"], ["preset", "apply", "demo"], ["preset", "export", "demo"],
        ["preset", "delete", "other"], ["preset", "delete", argument],
        ["pin", "banner"], ["pin"], ["pin", argument], ["unpin", "--all"],
        ["extend", "banner", "--until", "2100-01-01", "--reason", argument, "--dry-run"],
        ["promote", "ready", "--document", "flags.json", "--dry-run"],
        ["rotate", "banner", "--document", "flags.json", "--to", "x\(argument)", "--dry-run"],
        ["rotate", "banner", "--document", "flags.json"], ["promote", "ready", "--document", "flags.json"],
        ["extend", "shape", "--until", "2100-01-01", "--reason", argument],
        ["add", "next", "--category", "ops", "--type", "string", "--default", argument, "--owner", argument]
            + ["--description", argument],
        ["add", argument, "--category", "release", "--owner", "a", "--description", "b"], ["log", "banner"],
        ["init", "--output", "-", "--namespace", argument], ["list", "--manifest", argument], [argument],
        ["list", "--context", argument], ["list", "--remote", argument], ["set", "banner=x", "--defaults", argument],
        ["lint"], ["tickets"], ["tickets", "--json"], ["report"], ["fetch", argument],
        ["verify", argument, "--key", argument],
        ["publish", "valid.json", "--to", "live/flags.json", "--yes", "--alone", "--reason", argument],
        ["publish", "flags.json", "--to", "live/flags.json", "--yes"],
        ["publish", "valid.json", "--to", "old/flags.json", "--dry-run"],
        ["publish", "valid.json", "--to", argument, "--dry-run"],
        ["publish", "--revert", "1", "--to", "old/flags.json", "--yes"],
        ["publish", "--from", argument, "--to", argument],
        ["history", "live/flags.json"], ["history", "old/flags.json"], ["history", "old/flags.json", "--json"],
        ["history", "old/flags.json", "--revision", "1"], ["history", "live/flags.json", "--revision", "1"],
        ["history", argument], ["log", "banner", "--document", "live/flags.json"],
        ["log", "banner", "--document", "old/flags.json"],
        ["explain", "banner", "--document", "old/flags.json", "--at", "1"],
        ["diff", "live/flags.json", "old/flags.json"], ["fetch", "live/flags.json"],
        ["mirror", "live/flags.json", "copy.json", "--once"], ["mirror", argument, "copy.json", "--once"],
        ["mirror", "policy.json", "policy-copy.json", "--once"],
        ["usage", "merge", "access.log", "--output", "-"], ["usage", "merge", argument, "--output", "-"],
        ["lint", "--usage", "usage.json"], ["lint", "--usage", argument],
        ["released"], ["released", argument, "--tags", argument], ["released", "--policy", "policy.json"],
        ["init", "--dry-run", "--from", "Sources/App/\(argument).swift:\(argument)"],
        ["remove", argument, "--keep", "on"], ["remove", "ready", "--keep", argument],
        ["remove", "banner", "--keep", argument],
        ["remove", "banner", "--parameter", "--document", "flags.json"], ["remove", "ready", "--keep", "on"],
        ["remove", "ready", "--keep", "on", "--write"], ["remove", "shape", "--keep", "on", "--check"],
    ]

    /// The characters that must not reach a terminal.
    private static func unsafe(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x09, 0x0A: false
            case 0..<0x20, 0x7F...0x9F, 0x200E, 0x200F, 0x061C, 0x2028...0x202E, 0x2066...0x2069, 0xE0000...0xE007F:
                true
            default: false
            }
        }
    }

    private func check(_ result: BuiltCommand.Result, _ command: String) {
        for text in [result.output, result.error] {
            #expect(Self.unsafe(text).isEmpty, "\(command) prints \(text.debugDescription)")
            #expect(
                !text.split(separator: "\n").contains { $0.hasPrefix("FORGED") },
                "\(command) prints \(text.debugDescription)"
            )
        }
        #expect([0, 1, 2].contains(result.status), "\(command) ends with \(result.status)")
    }

    @Test(.timeLimit(.minutes(20)))
    func noCommandPrintsControlCharacters() throws {
        let toggles = try BuiltCommand("toggles")
        let environment = shop.environment.merging(
            ["TOGGLE_SHAPE": Self.argument, "TOGGLE_NONE": Self.argument, "TOGGLES_AUTHOR": Self.argument]
        ) { $1 }
        var shown = 0
        for command in Self.commands {
            let result = try toggles.run(
                command,
                environment: environment,
                in: shop.path,
                input: "{\"flag\": \"banner\", \"type\": \"String\", \"default\": \(Self.quoted)}\n{\(Self.quoted)\n"
            )
            check(result, command.joined(separator: " ").debugDescription)
            if (result.output + result.error).contains("FORGED") { shown += 1 }
        }
        // The texts are printed in a safe form.
        #expect(shown > 20, "\(shown) of \(Self.commands.count)")
    }

    /// The state of an app with the hostile text in every field.
    private static let state: String = {
        func step(_ source: String, _ answer: String) -> String {
            "{\"source\": \"\(source)\", \"origin\": \(quoted), \"rule\": \(quoted), \(answer)}"
        }
        let error = "\"error\": {\"code\": \(quoted), \"message\": \(quoted)}"
        let toggles = [("banner", "string", quoted), ("shape", "json", "{\(quoted): \(quoted)}"), (nil, "int", "1")].map
        {
            key,
            type,
            value in
            """
            {"key": \(key.map { "\"\($0)\"" } ?? quoted), "category": \(key == nil ? quoted : "\"ops\""), "type": "\(type)",
             "values": [\(quoted)], "value": \(value), "default": \(value), "source": "remote", "reason": \(quoted),
             "variant": \(quoted), \(error), "parameter": \(quoted), "sources": [
             \(step("launch argument", "\"notQueried\": \(quoted)")), \(step("environment", error)),
             \(step("remote", "\"value\": \(value)"))]}
            """
        }
        return """
            {"version": 1, "changed": 1, "application": \(quoted), "applicationVersion": \(quoted),
             "process": {"id": 7, "started": 1}, "executable": \(quoted), "localDefaults": \(quoted),
             "remote": {"status": "STALE", "why": \(quoted), "revision": \(quoted), "source": \(quoted),
               "documentPath": \(quoted)},
             "context": [{"name": \(quoted), "value": \(quoted)}, {"name": "targetingKey", "value": \(quoted)}],
             "problems": [{"source": "remote", "origin": \(quoted), "message": \(quoted)}],
             "toggles": [\(toggles.joined(separator: ",\n"))]}
            """
    }()

    private static let stateCommands: [[String]] = [
        ["apps"], ["apps", "--json"], ["list"], ["list", "--json"], ["list", "--app", "7"], ["list", "--app"],
        ["get", "shape"], ["get", "banner", "--json"], ["explain", "banner", "shape"],
        ["explain", "banner", "--json"], ["list", "--context", "a=b"], ["explain", "banner", "--context", "a=b"],
        ["set", "banner=x"], ["undo"], ["unset", "--all"], ["preset", "list"], ["pin"],
        ["console", "--plain"], ["console", "--json"], ["list", "--application", argument],
    ]

    @Test(.timeLimit(.minutes(20)), arguments: [true, false])
    func statesOfAppsPrintNoControlCharacters(hasManifest: Bool) throws {
        let application = hasManifest ? "\"hostile\"" : Self.quoted
        let text = Self.state.replacing("\"application\": \(Self.quoted)", with: "\"application\": \(application)")
        try shop.write("{\"version\": 1, \"toggles\": {}}", to: "home/defaults.json")
        if !hasManifest { try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml") }
        let state = try FixedState(text, beside: shop.defaults, process: 7)
        var shown = 0
        for command in Self.stateCommands {
            let result = try BuiltCommand("toggles").run(
                command,
                environment: shop.environment,
                in: shop.path,
                input: "list\nshow banner\napps\nproblems\nwhat-if a=b\nshow shape\nquit\n"
            )
            check(result, "\(command)")
            if (result.output + result.error).contains("FORGED") { shown += 1 }
        }
        #expect(shown > 10, "\(shown) of \(Self.stateCommands.count)")
        withExtendedLifetime(state) {}
    }

    /// A server of documents and OFREP answers with the hostile text in every field.
    private static func server() throws -> TrackerServer {
        try TrackerServer { request in
            let flags = ["banner", "shape"].map {
                """
                {"key": "\($0)", "reason": \(quoted), "variant": \(quoted), "value": \(quoted),
                 "metadata": {\(quoted): \(quoted)}, "errorDetails": \(quoted)}
                """
            }
            let isOFREP = request.method == "POST"
            let wrong = "{\"key\": \(quoted), \"errorCode\": \(quoted), \"errorDetails\": \(quoted)}"
            return TrackerServer.Reply(
                status: request.target.contains("refused") ? 400 : 200,
                headers: ["ETag": "\"a\u{9B}31m\u{202E}FORGED\"", "Cache-Control": "a\u{7F}\u{2066}FORGED"],
                body: isOFREP ? "{\"flags\": [\(flags.joined(separator: ", ")), \(wrong)]}" : document,
                method: request.method
            )
        }
    }

    @Test(.timeLimit(.minutes(20)), arguments: ["", "ofrep+"])
    func answersOfServersPrintNoControlCharacters(scheme: String) throws {
        let server = try Self.server()
        try shop.write("{\"version\": 1, \"toggles\": {}}", to: "home/defaults.json")
        var shown = 0
        for address in ["\(scheme)\(server.address)/flags.json", "\(scheme)\(server.address)/refused"] {
            for command in [
                ["fetch", address], ["fetch", address, "--json"], ["list", "--remote", address],
                ["list", "--json", "--remote", address], ["get", "banner", "--json", "--remote", address],
                ["get", "shape", "--remote", address], ["explain", "banner", "shape", "--remote", address],
                ["explain", "banner", "--json", "--remote", address], ["console", "--plain", "--remote", address],
            ] {
                let result = try BuiltCommand("toggles").run(
                    command,
                    environment: shop.environment,
                    in: shop.path,
                    input: "list\nshow banner\nproblems\nquit\n"
                )
                check(result, "\(command)")
                if (result.output + result.error).contains("FORGED") { shown += 1 }
            }
        }
        #expect(shown > 5, "\(shown)")
    }

    /// Stores answer with the text in their errors, as S3 and etcd write them, and in headers.
    @Test(arguments: [200, 301, 400, 403, 409, 500], ["s3", "etcd", "http"])
    func errorsOfStoresPrintNoControlCharacters(status: Int, kind: String) throws {
        let element = Self.hostile.unicodeScalars.map { "&#\($0.value);" }.joined()
        let xml = ["Code", "Message", "Region", "ServerTime"].map { "<\($0)>\(Self.hostile)\(element)</\($0)>" }
            .joined()
        let json = "{\"error\": \(Self.quoted), \"message\": \(Self.quoted), \"code\": 3}"
        let server = try TrackerServer { request in
            TrackerServer.Reply(
                // Otherwise, every possible entry of the history would be read.
                status: status == 200 && request.target.contains(".history") ? 404 : status,
                headers: ["ETag": "\"a\u{9B}31m\u{202E}FORGED\"", "Location": "http://a/\u{9B}31mFORGED"],
                body: kind == "s3" ? "<Error>\(xml)</Error>" : json,
                method: request.method
            )
        }
        let place = server.address.replacing("http://", with: "")
        let target =
            switch kind {
            case "s3": "s3://flags/shop.json"
            case "etcd": "etcd+http://\(place)/shop.json"
            default: "\(server.address)/shop.json"
            }
        let environment = shop.environment.merging(
            [
                "AWS_ACCESS_KEY_ID": "AKIA1", "AWS_SECRET_ACCESS_KEY": "secret-1", "AWS_REGION": "eu-1",
                "AWS_ENDPOINT_URL": server.address,
            ]
        ) { $1 }
        for command in [
            ["publish", "valid.json", "--to", target, "--yes", "--alone"], ["history", target], ["fetch", target],
            ["mirror", target, "copy.json", "--once"], ["diff", target, "valid.json"],
            ["kill", "banner", "--document", target],
        ] {
            let result = try BuiltCommand("toggles").run(command, environment: environment, in: shop.path)
            #expect(!(result.output + result.error).isEmpty, "\(command)")
            check(
                .init(output: result.output, error: result.error, status: min(2, result.status)),
                "\(command) \(status)"
            )
        }
    }

    /// On a terminal, text is also colored.
    @Test(
        .enabled(if: isScriptInstalled, "needs the program script of Linux"),
        .timeLimit(.minutes(20)),
        arguments: [
            ["explain", "banner", "shape"], ["list"], ["get", "banner"], ["apps"], ["fetch", "URL"],
            ["explain", "banner", "--remote", "ofrep+URL"], ["list", "--remote", "URL"],
            ["update-policy", "test", "--app", "1.0", "policy.json"], ["check", "flags.json"], ["lint"],
            ["log", "banner"],
            ["diff", "flags.json", "other.json"], ["generate", "--output", "-"],
            ["validate", "--manifest", "broken.yaml"],
        ]
    )
    func coloredTextContainsNoOtherSequences(command: [String]) throws {
        let server = try Self.server()
        let text = Self.state.replacing("\"application\": \(Self.quoted)", with: "\"application\": \"hostile\"")
        let state = try FixedState(text, beside: shop.defaults, process: 7)
        let words = command.map { $0.replacing("URL", with: server.address) }
        let line = ([try BuiltCommand("toggles").path] + words).map { "'\($0)'" }.joined(separator: " ")
        let result = try #require(BuiltCommand(installed: "script")).run(
            ["--quiet", "--return", "--command", line, "/dev/null"],
            environment: shop.environment.merging(["TERM": "xterm-256color"]) { $1 },
            in: shop.path
        )
        let colors = try Regex("\u{1B}\\[[0-9]*m")
        let output = result.output.replacing("\r\n", with: "\n").replacing(colors, with: "")
            .replacing("\r\u{1B}[K", with: "")
        #expect(!output.isEmpty)
        check(.init(output: output, error: result.error, status: result.status), "\(command)")
        withExtendedLifetime(state) {}
    }

    @Test func plainConsolePrintsNoControlCharacters() throws {
        let result = try shop.run(
            "console",
            "--plain",
            input: "list\nshow banner\nshow shape\nproblems\ncopy\n\(Self.argument)\nflip ready\nundo\nquit\n"
        )
        check(result, "console")
        #expect(result.output.contains("FORGED"))
    }

    @Test(
        .enabled(if: isScriptInstalled, "needs the program script of Linux"),
        arguments: [
            ["fetch", "raw.json", "--raw"], ["get", "banner"], ["tickets"],
            ["list", "--json"],
        ]
    )
    func terminalsGetNoControlCharacters(command: [String]) throws {
        try shop.write("{\"flags\": {}, \"metadata\": {\"x\": \"\u{9B}31m\u{202E}FORGED\u{E0041}\"}}", to: "raw.json")
        let toggles = try BuiltCommand("toggles")
        let line = ([toggles.path] + command).map { "'\($0)'" }.joined(separator: " ")
        let script = try #require(BuiltCommand(installed: "script"))
        let result = try script.run(
            ["--quiet", "--return", "--command", line, "/dev/null"],
            environment: shop.environment.merging(["NO_COLOR": "1"]) { $1 },
            in: shop.path
        )
        #expect(result.output.contains("FORGED"), "\(result)")
        // The terminal adds a carriage return to each line.
        let output = result.output.replacingOccurrences(of: "\r\n", with: "\n")
        check(.init(output: output, error: result.error, status: 0), "\(command)")
    }

    private static var isScriptInstalled: Bool {
        #if os(Linux)
        BuiltCommand(installed: "script") != nil
        #else
        false
        #endif
    }

    @Test func scriptsGetTextUnchanged() throws {
        _ = try shop.run("unset", "--all")
        #expect(try shop.run("fetch", "flags.json", "--raw").output == Self.document)
        #expect(try shop.run("get", "banner").output == Self.hostile + "\n")
        let json = try shop.run("get", "banner", "--json").output
        #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == Self.hostile)
    }
}
