import Foundation
import Testing

/// The console with `--simulator` and `--device`.
@Suite(.serialized, .enabled(if: Terminal.tmux != nil, "tmux is not installed"), .timeLimit(.minutes(20)))
struct DeviceConsoleTests {
    let shop: Shop
    let xcrun: ScriptedXcrun

    init() throws {
        shop = try Shop()
        xcrun = try ScriptedXcrun(in: shop)
    }

    private func console(_ arguments: String) throws -> ConsoleTerminal {
        let toggles = try BuiltCommand("toggles").path
        return try ConsoleTerminal("\(toggles) console \(arguments)", in: shop, environment: xcrun.environment)
    }

    @Test func simulatorIsFollowed() async throws {
        try xcrun.setBooted((ScriptedXcrun.simulator, "iPhone 17 Pro"))
        let defaults = try xcrun.install(ScriptedXcrun.bundle)[0]
        let app = try RunningShop(in: shop, defaults: defaults)
        let console = try console("--simulator")
        try await console.screen(showing: "pid \(app.process) on iPhone 17 Pro")
        _ = try xcrun.run("set", "page_size", "4730", "--simulator")
        app.waitForWrite()
        try await console.screen(showing: "4730")
    }

    @Test func simulatorWhoseDataMovedIsReported() async throws {
        try xcrun.setBooted((ScriptedXcrun.simulator, "iPhone 17 Pro"))
        try xcrun.install(ScriptedXcrun.bundle)
        let console = try console("--simulator \(ScriptedXcrun.bundle)")
        try await console.screen()
        let folder = "\(shop.path)/xcrun/sim/\(ScriptedXcrun.simulator)"
        try FileManager.default.moveItem(atPath: "\(folder)/com.example.shop", toPath: "\(folder)/moved")
        try await console.screen(showing: "open the console again")
    }

    @Test func phoneIsPolled() async throws {
        try xcrun.installOnPhone()
        let app = try RunningShop(in: shop, defaults: xcrun.phoneDefaults)
        let console = try console("--device \(ScriptedXcrun.bundle)")
        try await console.screen(showing: "pid \(app.process) on Ada’s iPhone")
        try xcrun.writeOnPhone(#"{"version": 1, "revision": 9, "toggles": {"page_size": 4731}}"#)
        app.waitForWrite()
        try await console.screen(showing: "4731")
        app.kill()
        try await console.screen(showing: "no running app")
    }

    @Test func pulledCableIsShown() async throws {
        try xcrun.installOnPhone()
        let app = try RunningShop(in: shop, defaults: xcrun.phoneDefaults)
        let console = try console("--device \(ScriptedXcrun.bundle)")
        try await console.screen(showing: "pid \(app.process)")
        try xcrun.fail()
        let screen = try await console.screen(showing: "not read since")
        #expect(screen.contains("Ada’s iPhone can't be read."), "\(screen)")
        try xcrun.succeed()
        try await console.screen(showing: "can be read again")
        try await console.terminal.wait(for: "header without “not read since”") {
            try !console.terminal.text().contains("not read since")
        }
    }

    @Test func pulledCableIsShownWithoutAnApp() async throws {
        try xcrun.installOnPhone()
        let console = try console("--device \(ScriptedXcrun.bundle)")
        try await console.screen(showing: "no running app")
        try xcrun.fail()
        try await console.screen(showing: "no running app, not read since")
        try xcrun.succeed()
        try await console.screen(showing: "can be read again")
        try await console.terminal.wait(for: "header without “not read since”") {
            try !console.terminal.text().contains("not read since")
        }
    }

    @Test func consoleStaysUsableWhileToolHangs() async throws {
        try xcrun.installOnPhone()
        let console = try console("--device \(ScriptedXcrun.bundle)")
        try await console.screen()
        try xcrun.set("hang")
        let count = xcrun.calls.count
        try await console.terminal.wait(for: "call of xcrun") { xcrun.calls.count > count }
        try console.terminal.press("/")
        try console.terminal.press("bann")
        try await console.screen(showing: "bann")
        try console.terminal.press("Enter")
        try console.terminal.press("q")
        #expect(try await console.expectEnd() == 0)
        // The temporary copy is removed, and the tool ended.
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(shop.path)/xcrun/tmp").isEmpty)
    }

    @Test func lineConsoleWritesToPhone() throws {
        try xcrun.installOnPhone()
        let result = try xcrun.run(
            "console",
            "--plain",
            "--device",
            ScriptedXcrun.bundle,
            input: "set page_size 12\nundo\nset page_size 13\n"
        )
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("overrides are written to com.example.shop on Ada’s iPhone"), "\(result)")
        #expect(xcrun.textOnPhone?.contains("\"page_size\": 13") == true)
        try xcrun.fail("copy to")
        let failed = try xcrun.run(
            "console",
            "--plain",
            "--device",
            ScriptedXcrun.bundle,
            input: "set page_size 14\nget page_size\n"
        )
        #expect(failed.status == 2)
        #expect(failed.output.contains("Nothing was changed on Ada’s iPhone."), "\(failed)")
        #expect(failed.output.hasSuffix("13\n"), "\(failed)")
    }
}
