import Foundation
import Testing

/// The commands that `make install` would run.
struct InstallTests {
    /// Shells such as zsh don't expand `~` in an argument.
    @Test(arguments: ["/tmp/a b", "~/a b"])
    func prefixCanContainSpaces(prefix: String) throws {
        guard let make = BuiltCommand(installed: "make") else { return }
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let result = try make.run(
            ["--dry-run", "install", "PREFIX=\(prefix)", "DESTDIR="],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": "/tmp"],
            in: package.path(percentEncoded: false)
        )
        let folders = result.output.split(separator: "\n").filter { $0.hasPrefix("install -d ") }
        #expect(
            folders == [
                """
                install -d '/tmp/a b/bin' '/tmp/a b/share/man/man1' '/tmp/a b/share/bash-completion/completions' \
                '/tmp/a b/share/zsh/site-functions' '/tmp/a b/share/fish/vendor_completions.d'
                """
            ],
            "\(result.error)"
        )
    }
}
