import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The commands of the linter with `--simulator` and `--device`.
@Suite(.timeLimit(.minutes(20))) struct LintDeviceTests {
    let shop: Shop
    let xcrun: ScriptedXcrun

    init() throws {
        shop = try Shop()
        xcrun = try ScriptedXcrun(in: shop)
        try xcrun.setBooted((ScriptedXcrun.simulator, "iPhone 17 Pro"))
    }

    /// Overrides of a toggle that the shop doesn't declare.
    private static let overrides = #"{"version": 1, "toggles": {"gift_cards": true}}"#
    private static let finding = "‘gift_cards’ is overridden, but there is no such toggle"

    /// Installs the app in the simulator, with overrides of its own.
    private func installInSimulator() throws {
        let url = URL(filePath: try xcrun.install(ScriptedXcrun.bundle)[0])
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(Self.overrides.utf8).write(to: url)
    }

    @Test(arguments: [["--simulator"], ["--simulator", "iPhone 17 Pro", "--bundle", ScriptedXcrun.bundle]])
    func lintReadsFileInSimulator(options: [String]) throws {
        try installInSimulator()
        let result = try BuiltCommand("toggles").run(
            ["lint", "--only", "orphaned_override", "--quiet"] + options,
            environment: shop.environment.merging(xcrun.environment) { $1 },
            in: shop.path
        )
        #expect(result.status == 0 && result.error.isEmpty, "\(result)")
        #expect(
            result.output.contains(
                "/\(ScriptedXcrun.defaultsPath):1:28: warning: \(Self.finding) [orphaned_override]\n"
            ),
            "\(result)"
        )
        #expect(
            result.output.contains(
                "`toggles unset gift_cards --simulator \(ScriptedXcrun.simulator) --bundle \(ScriptedXcrun.bundle)`"
            ),
            "\(result)"
        )
    }

    @Test func lintReadsFileOnDevice() throws {
        try xcrun.installOnPhone()
        try xcrun.writeOnPhone(Self.overrides)
        let result = try xcrun.run("lint", "--only", "orphaned_override", "--quiet", "--device", ScriptedXcrun.bundle)
        #expect(result.status == 0 && result.error.isEmpty, "\(result)")
        #expect(
            result.output.hasPrefix(
                """
                \(ScriptedXcrun.defaultsPath):1:28: warning: \(Self.finding) [orphaned_override]
                  \(Self.overrides)
                                             ^~~~~~~~~~~~

                """
            ),
            "\(result)"
        )
    }

    @Test func reportOnlyReadsDevice() throws {
        try xcrun.installOnPhone()
        try xcrun.writeOnPhone(Self.overrides)
        let result = try xcrun.run("report", "--html", "-", "--device", ScriptedXcrun.bundle)
        #expect(result.status == 0 && result.error.isEmpty, "\(result)")
        #expect(result.output.contains(Self.finding))
        #expect(
            result.output.contains(
                "toggles unset gift_cards --device \(ScriptedXcrun.phone) --bundle \(ScriptedXcrun.bundle)"
            )
        )
        #expect(xcrun.textOnPhone == Self.overrides)
        #expect(xcrun.calls.count { $0.hasPrefix("devicectl device copy from ") } == 1)
        #expect(!xcrun.calls.contains { $0.contains(" copy to ") })
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(shop.path)/xcrun/tmp").isEmpty)
    }

    @Test func ticketsReadSimulator() throws {
        try installInSimulator()
        let result = try xcrun.run("tickets", "--date", "2026-12-15", "--simulator", ScriptedXcrun.bundle)
        #expect(result.output.hasPrefix("# Remove the toggle new_checkout\n"), "\(result)")
        #expect(xcrun.calls.contains { $0.hasPrefix("simctl get_app_container") })
    }

    @Test func appWithoutFilesHasNoFindings() throws {
        try xcrun.install(ScriptedXcrun.bundle)
        for option in ["--simulator", "--device"] {
            let result = try xcrun.run("lint", "--only", "orphaned_override", "--quiet", option, ScriptedXcrun.bundle)
            #expect(result == BuiltCommand.Result())
        }
    }

    @Test(arguments: [["lint"], ["report", "--html", "-"], ["tickets"]], ["--simulator", "--device"])
    func missingToolIsOneSentence(command: [String], option: String) throws {
        let result = try BuiltCommand("toggles").run(
            command + [option],
            environment: shop.environment.merging(["PATH": "/nowhere"]) { $1 },
            in: shop.path
        )
        #expect(
            result
                == BuiltCommand.Result(
                    error: """
                        --simulator and --device need `xcrun`, which comes with Xcode on a Mac, but it can't be run here: No \
                        such file or directory.

                        """,
                    status: 2
                )
        )
    }

    @Test func optionsExcludeEachOther() throws {
        let result = try xcrun.run("lint", "--defaults", "a.json", "--simulator")
        #expect(result.status == 2, "\(result)")
        #expect(result.error.contains("--defaults, --simulator, and --device exclude each other."), "\(result)")
    }

    @Test func signalRemovesCopies() async throws {
        try xcrun.installOnPhone()
        try xcrun.hold(at: "before-from")
        defer { xcrun.release() }
        let command = try ChildProcess(
            BuiltCommand("toggles").path,
            ["lint", "--device", ScriptedXcrun.bundle],
            environment: shop.environment.merging(xcrun.environment) { $1 },
            in: shop.path
        )
        try await poll(for: "copy from the phone") { xcrun.calls.contains { $0.contains("copy from") } }
        let folder = "\(shop.path)/xcrun/tmp"
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        kill(command.identifier, SIGINT)
        #expect(command.wait() == -1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
}
