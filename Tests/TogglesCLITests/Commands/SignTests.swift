import Foundation
import Testing

struct SignTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
        try shop.write(#"{"flags": {}}"#, to: "flags.json")
    }

    private func sign(_ more: String...) throws -> BuiltCommand.Result {
        let arguments = ["sign", "flags.json", "--key", "a.private.pem", "--environment", "production"] + more
        return try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
    }

    private func verify(_ more: String...) throws -> BuiltCommand.Result {
        let arguments = ["verify", "signed.json", "--key", "a.public.pem", "--environment", "production"] + more
        return try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
    }

    @Test func signedDocumentIsTrusted() throws {
        let keys = try shop.run("keys", "new", "a", "--id", "first")
        #expect(keys.status == 0, "\(keys.error)")
        #expect(keys.output.contains("identifier: first\nSwift code for your app: try TrustedKey(\""))
        let mode = try FileManager.default.attributesOfItem(atPath: "\(shop.path)/a.private.pem")[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try shop.run("keys", "new", "a").status == 2)

        let signed = try sign("--revision", "7", "--days", "1", "--issued-at", "1000000", "--output", "signed.json")
        #expect(signed == BuiltCommand.Result(output: "", error: "", status: 0))
        let trusted = try verify("--now", "1000001", "--output", "out.json")
        #expect(
            trusted
                == BuiltCommand.Result(
                    output: """
                        ‘signed.json’ is trusted: revision 7 for ‘production’, signed by ‘first’
                        up to date until 1970-01-13 13:46:40 UTC

                        """
                )
        )
        #expect(shop.text("out.json") == #"{"flags": {}}"#)
        let later = try verify("--now", "1000001", "--generation", "1")
        #expect(later.output.hasPrefix("‘signed.json’ is trusted: revision 9007199254740999 for ‘production’, "))
        // Without a verifier, the error names the envelope.
        let sentence = "this is a signed document in its envelope, which only a client with a verifier can open; "
        #expect(try shop.run("fetch", "signed.json").output.contains(sentence))
        let stale = try verify("--now", "2000000")
        #expect(
            stale.output.hasSuffix("\nwarning: it expired on 1970-01-13 13:46:40 UTC, and counts as stale\n")
        )

        let replay = try verify("--now", "1000001", "--highest-revision", "8")
        #expect(replay.status == 1)
        #expect(replay.error.contains("it is revision 7, but 8 was accepted before"))
        let early = try verify("--now", "1000")
        #expect(early.status == 1)
        let stranger = try verify("--now", "1000001", "--key-id", "second")
        #expect(stranger.status == 1)
        #expect(stranger.error.contains("it is signed with the key ‘first’, but the trusted keys are"))
    }

    @Test func existingKeyFilePreventsNewPair() throws {
        try shop.write("mine", to: "a.public.pem")
        #expect(try shop.run("keys", "new", "a").status == 2)
        #expect(!FileManager.default.fileExists(atPath: "\(shop.path)/a.private.pem"))
        try shop.write("mine", to: "b.private.pem")
        #expect(try shop.run("keys", "new", "b").status == 2)
        #expect(!FileManager.default.fileExists(atPath: "\(shop.path)/b.public.pem"))
        #expect(shop.text("a.public.pem") == "mine")
        #expect(shop.text("b.private.pem") == "mine")
    }

    @Test func keysAndInputAreNeverOverwritten() throws {
        _ = try shop.run("keys", "new", "a")
        let key = shop.text("a.public.pem")
        #expect(try sign("--revision", "1", "--output", "a.public.pem").status == 2)
        #expect(shop.text("a.public.pem") == key)
        let result = try sign("--revision", "1", "--output", "./flags.json")
        #expect(result.status == 2)
        #expect(result.error.contains("‘./flags.json’ is the input, which must stay unchanged"))
        #expect(shop.text("flags.json") == #"{"flags": {}}"#)
    }

    @Test func documentIsValidForOneApp() throws {
        _ = try shop.run("keys", "new", "a")
        _ = try sign("--revision", "1", "--audience", "shop", "--output", "signed.json")
        let trusted = try verify("--audience", "shop")
        #expect(trusted.output.contains("revision 1 for ‘production’ and ‘shop’, signed by"), "\(trusted)")
        let replayed = try verify("--audience", "bank")
        #expect(replayed.status == 1)
        #expect(replayed.error.contains("it is meant for the app ‘shop’, but this is ‘bank’"))
        #expect(try verify().status == 1)
    }

    @Test func unsignedDocumentIsNotTrusted() throws {
        _ = try shop.run("keys", "new", "a")
        try shop.write(#"{"flags": {}}"#, to: "signed.json")
        let result = try verify()
        #expect(result.status == 1)
        #expect(result.error.hasPrefix("‘signed.json’: the document is not signed"))
    }

    @Test func invalidDocumentIsNotSigned() throws {
        _ = try shop.run("keys", "new", "a")
        try shop.write("[]", to: "flags.json")
        let result = try sign("--revision", "1")
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.error.contains("‘flags.json’ is not a flagd document"))
        #expect(try sign("--revision", "1", "--unchecked").status == 0)
    }

    @Test func keyReadableByOthersIsRejected() throws {
        _ = try shop.run("keys", "new", "a")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(shop.path)/a.private.pem")
        let result = try sign("--revision", "1")
        #expect(result.status == 2)
        #expect(result.error.contains("run ‘chmod 600 a.private.pem’"))
    }

    @Test func signingWithPublicKeyIsExplained() throws {
        _ = try shop.run("keys", "new", "a")
        let result = try shop.run(
            "sign",
            "flags.json",
            "--key",
            "a.public.pem",
            "--environment",
            "production",
            "--revision",
            "1"
        )
        #expect(
            result
                == BuiltCommand.Result(
                    error: "‘a.public.pem’: this is a public key; signing requires the private one.\n",
                    status: 2
                )
        )
    }

    @Test(arguments: ["", "keys/"])
    func keysNeedName(name: String) throws {
        let result = try shop.run("keys", "new", name)
        #expect(result.status == 2)
        #expect(result.error.contains("‘\(name)’ is not a file name"))
    }

    @Test func privateKeyIsNeverOverwritten() throws {
        _ = try shop.run("keys", "new", "a")
        let key = shop.text("a.private.pem")
        #expect(try sign("--revision", "1", "--output", "signed.json").status == 0)
        let sentence = "‘a.private.pem’ contains a key, and keys are never replaced; write another --output.\n"
        for result in [
            try sign("--revision", "1", "--output", "a.private.pem"), try verify("--output", "a.private.pem"),
        ] {
            #expect(result.error == sentence)
            #expect(result.status == 2)
            #expect(shop.text("a.private.pem") == key)
        }
    }

    @Test func keyIDOptionOverridesIdentifierInFile() throws {
        _ = try shop.run("keys", "new", "a", "--id", "first")
        for name in ["a.private.pem", "a.public.pem"] {
            #expect(shop.text(name)?.hasPrefix("toggles-key-id: first\n-----BEGIN ") == true)
        }
        #expect(try sign("--revision", "1", "--key-id", "second", "--output", "signed.json").status == 0)
        #expect(try verify().status == 1)
        #expect(try verify("--key-id", "second").status == 0)
        guard let openssl = BuiltCommand(installed: "openssl") else { return }
        for arguments in [["-in", "a.private.pem"], ["-pubin", "-in", "a.public.pem"]] {
            let read = try openssl.run(["pkey", "-noout"] + arguments, environment: shop.environment, in: shop.path)
            #expect(read.status == 0, "\(read.error)")
        }
    }

    /// A limit of the file size kills the command when it writes the first byte.
    @Test func killedCommandLeavesNoKeyFile() throws {
        let shell = try #require(BuiltCommand(installed: "sh"))
        let killed = try shell.run(
            ["-c", "ulimit -c 0; ulimit -f 0; exec \"$0\" keys new a", BuiltCommand("toggles").path],
            environment: shop.environment,
            in: shop.path
        )
        #expect(killed.status != 0)
        #expect(shop.text("a.public.pem") == nil && shop.text("a.private.pem") == nil)
        #expect(try shop.run("keys", "new", "a").status == 0)
    }

    @Test func helpListsCommandsForSigning() throws {
        let help = try shop.run("--help-all").output
        for command in ["keys", "sign", "verify"] { #expect(help.contains("\n  \(command) ")) }
        #expect(try shop.run("verify", "--help").output.contains("USAGE: toggles verify <document>"))
    }
}
