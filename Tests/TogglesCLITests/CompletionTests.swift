import Foundation
import Testing

/// Completions by the script for bash.
@Suite struct CompletionTests {
    /// The script, which takes longer to write than to use.
    private static let script = Result { try Shop().run("--generate-completion-script", "bash").output }

    /// Returns what the script offers for a command line, at its end.
    private func completions(_ line: String, isBare: Bool = false) throws -> [String] {
        let environments = "environments: { production: { document: live/shop.json }, staging: { document: s.json } }\n"
        let shop = try Shop(manifest: Shop.manifest + environments)
        try shop.createFolder("live")
        for name in ["live/shop.json", "flags.json", "notes.txt"] { try shop.write("{}", to: name) }
        try shop.write(Self.script.get(), to: ".script")
        let bash = try #require(BuiltCommand(installed: "bash"))
        let command = try BuiltCommand("toggles").path
        let script = """
            PATH="$(dirname "$0"):$PATH"
            . ./.script
            # As bash does, which makes ‘=’ a word of its own.
            read -ra COMP_WORDS <<< "${1//=/ = }"
            [[ $1 != *' ' ]] || COMP_WORDS+=('')
            COMP_LINE=$1 COMP_POINT=${#1} COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            \(isBare ? "_toggles" : #"_toggles toggles "${COMP_WORDS[COMP_CWORD]/#=/}" "${COMP_WORDS[COMP_CWORD - 1]}""#)
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        var environment = shop.environment
        environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        let result = try bash.run(["-c", script, command, line], environment: environment, in: shop.path)
        try #require(result.status == 0, "\(result)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
        ("toggles set search_ranking ", ["classic", "neural", "hybrid"]),
        ("toggles set new_checkout o", ["on", "off"]),
        ("toggles set search_ranking n", ["neural"]),
        ("toggles set new", ["new_checkout"]),
        ("toggles scheme search_ranking h", ["hybrid"]),
        ("toggles rollout search_ranking ne", ["neural="]),
        ("toggles kill search_ranking --to c", ["classic"]),
        ("toggles target search_ranking --then hy", ["hybrid"]),
        ("toggles list --category p", ["permission"]),
        ("toggles console --theme d", ["default", "dark"]),
        ("toggles stage order_store du", ["dualwrite"]),
        ("toggles console --application ", ["shop"]),
        ("toggles lint --reporter sa", ["sarif"]),
        ("toggles lint --rep", ["--reporter"]),
        ("toggles lint --fail-on w", ["warning"]),
        ("toggles lint --only expired_t", ["expired_toggle"]),
        ("toggles lint --disable unu", ["unused_toggle"]),
        ("toggles lint --explain settled", ["settled_parameter"]),
        ("toggles tickets --for p", ["promoted"]),
        ("toggles remove search_ranking --keep n", ["neural"]),
        ("toggles remove new", ["new_checkout"]),
        ("toggles verify --high", ["--highest-revision"]),
        ("toggles keys ne", ["new"]),
        ("toggles init --na", ["--namespace"]),
        ("toggles publish flags.json --to p", ["production"]),
        ("toggles publish --from s", ["staging"]),
        ("toggles history ", ["production", "staging", "flags.json", "home/", "live/"]),
        ("toggles history live/", ["live/shop.json"]),
        ("toggles kill reviews --document st", ["staging"]),
        ("toggles console --document f", ["flags.json"]),
    ])
    func valuesAreOffered(line: String, expected: [String]) throws {
        #expect(try completions(line) == expected)
        #expect(try completions(line, isBare: true) == expected)
    }

    @Test(arguments: [
        ("toggles set search_ranking=", ["classic", "neural", "hybrid"]),
        ("toggles set search_ranking=n", ["neural"]),
        ("toggles set new_checkout=on search_ranking=hy", ["hybrid"]),
        ("toggles set new_checkout=on search", ["search_ranking"]),
        ("toggles rollout search_ranking neural=", []),
        ("toggles rollout search_ranking neural=10 ", ["classic=", "hybrid="]),
        ("toggles promote ", ["new_checkout"]),
        ("toggles stage ", ["order_store"]),
    ])
    func valuesFollowTheWordsBefore(line: String, expected: [String]) throws {
        #expect(try completions(line) == expected)
    }

    @Test(
        arguments: [
            ("bash", "search_ranking\n"), ("zsh", "search_ranking:Which ranking the search uses.\n"),
            ("fish", "search_ranking\tWhich ranking the search uses.\n"),
        ],
        ["kill", "set"]
    )
    func keysHaveDescriptionsWhereShellsShowThem(_ shell: (name: String, keys: String), command: String) throws {
        let (shell, expected) = shell
        let shop = try Shop()
        var environment = shop.environment
        environment["SAP_SHELL"] = shell
        let words = ["toggles", command, "search"]
        let result = try BuiltCommand("toggles").run(
            ["---completion", command, "--", "positional@0", "2", "6"] + words,
            environment: environment,
            in: shop.path
        )
        #expect(result.output.trimmingCharacters(in: .whitespacesAndNewlines) + "\n" == expected, "\(result)")
    }

    @Test(arguments: [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")])
    func scriptIsValid(shell: String, check: String) throws {
        guard let program = BuiltCommand(installed: shell) else { return }
        let shop = try Shop()
        let script = try shop.run("--generate-completion-script", shell).output
        try shop.write(script, to: "script")
        let result = try program.run([check, "script"], environment: shop.environment, in: shop.path)
        #expect(result.status == 0 && result.error.isEmpty, "\(result)")
    }
}
