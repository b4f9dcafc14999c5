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

/// Commands with `--device`.
@Suite(.timeLimit(.minutes(20))) struct DeviceTests {
    let shop: Shop
    let xcrun: ScriptedXcrun

    init() throws {
        shop = try Shop()
        xcrun = try ScriptedXcrun(in: shop)
        try xcrun.installOnPhone()
    }

    private static let original = #"{"version": 1, "revision": 4, "toggles": {"page_size": 5}}"#

    /// The note after a change on a device.
    private static func note(on device: String = "Ada’s iPhone") -> String {
        """
        note: the overrides on \(device) can't be locked; if the app changes them at the same moment, one change can be lost

        """
    }

    /// Shell commands that change the overrides as the app does.
    private func changeByApp(_ text: String, keepsPrevious: Bool = true) -> String {
        let file = xcrun.phoneDefaults
        let keep = keepsPrevious ? "cp '\(file)' '\(file).previous'" : ":"
        return "\(keep)\nprintf '%s' '\(text)' > '\(file)'\n"
    }

    @Test func showsValuesOfRunningApp() throws {
        let app = try RunningShop(in: shop, defaults: xcrun.phoneDefaults, remote: Shop.remote)
        let result = try xcrun.run("get", "search_ranking", "--device", ScriptedXcrun.bundle)
        #expect(result.output == "hybrid\n", "\(result)")
        #expect(result.error.hasPrefix("shop 2.1.0, pid \(app.process) on Ada’s iPhone, remote READY"), "\(result)")
        app.kill()
        let after = try xcrun.run("list", "--app", "--device", ScriptedXcrun.bundle)
        #expect(
            after
                == BuiltCommand.Result(
                    error: "No running app of ‘shop’ follows com.example.shop on Ada’s iPhone.\n",
                    status: 2
                )
        )
    }

    @Test func phoneIsReadOnceWithoutManifest() throws {
        try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml")
        let absent = try xcrun.run("list", "--application", "shop", "--device", ScriptedXcrun.bundle)
        #expect(absent.error.hasSuffix(" but no app of ‘shop’ on Ada’s iPhone is running.\n"), "\(absent)")
        let unnamed = try xcrun.run("list", "--device", ScriptedXcrun.bundle)
        #expect(
            unnamed.error.hasSuffix(
                " To use the toggles of an app in a simulator or on a device instead, add --application NAME.\n"
            ),
            "\(unnamed)"
        )
        let app = try RunningShop(in: shop, defaults: xcrun.phoneDefaults)
        var counts = [xcrun.calls.count]
        for arguments in [["page_size", "--device"], ["--device", "page_size"]] {
            let result = try xcrun.run("get", arguments[0], arguments[1], ScriptedXcrun.bundle, "--application", "shop")
            #expect(result.output == "20\n", "\(result)")
            counts.append(xcrun.calls.count)
        }
        #expect(counts[2] - counts[1] == counts[1] - counts[0])
        withExtendedLifetime(app) {}
    }

    @Test func writesOverridesToPhone() throws {
        try xcrun.writeOnPhone(Self.original)
        let app = try RunningShop(in: shop, defaults: xcrun.phoneDefaults)
        let result = try xcrun.run("set", "banner=Sale", "--device", ScriptedXcrun.bundle)
        #expect(result == BuiltCommand.Result(output: "banner = Sale\n", error: Self.note()))
        #expect(
            xcrun.textOnPhone == #"{"version": 1, "revision": 5, "toggles": {"page_size": 5, "banner": "Sale"}}"#,
            "\(xcrun.textOnPhone ?? "")"
        )
        app.waitForWrite()
        #expect(try xcrun.run("get", "banner", "--device", ScriptedXcrun.bundle).output == "Sale\n")
        #expect(shop.text("home/defaults.json") == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(shop.path)/xcrun/tmp").isEmpty)
    }

    @Test func firstOverrideCreatesFile() throws {
        let result = try xcrun.run("set", "page_size", "9", "--device", ScriptedXcrun.bundle)
        #expect(result == BuiltCommand.Result(output: "page_size = 9\n", error: Self.note()))
        #expect(xcrun.textOnPhone?.contains("\"page_size\": 9") == true)
    }

    @Test func historyPinsAndPresetsStayOnThisMachine() throws {
        try xcrun.writeOnPhone(Self.original)
        for arguments in [
            ["preset", "save", "five"], ["pin", "page_size"], ["set", "page_size", "6"], ["undo"],
        ] {
            let result = try BuiltCommand("toggles").run(
                arguments + ["--device", ScriptedXcrun.bundle],
                environment: shop.environment.merging(xcrun.environment) { $1 },
                in: shop.path
            )
            #expect(result.status == 0, "\(arguments): \(result)")
            // Presets and pins aren't written to the device.
            let writes = ["set", "undo"].contains(arguments[0])
            #expect(result.error == (writes ? Self.note() : ""), "\(arguments): \(result)")
        }
        #expect(xcrun.textOnPhone?.contains("\"page_size\": 5") == true)
        let kept = "home/shop/devices/\(ScriptedXcrun.phone)/com.example.shop"
        #expect(shop.text("\(kept)/presets/five.json") != nil)
        #expect(shop.text("\(kept)/toggles.console.json")?.contains("page_size") == true)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func signalRemovesCopies(signal: Int32) async throws {
        try xcrun.writeOnPhone(Self.original)
        try xcrun.hold(at: "before-to")
        defer { xcrun.release() }
        let command = try ChildProcess(
            BuiltCommand("toggles").path,
            ["set", "banner=Sale", "--device", ScriptedXcrun.bundle],
            environment: shop.environment.merging(xcrun.environment) { $1 },
            in: shop.path
        )
        try await poll(for: "copy to the phone") { xcrun.calls.contains { $0.contains("copy to") } }
        let folder = "\(shop.path)/xcrun/tmp"
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        kill(command.identifier, signal)
        #expect(command.wait() == -1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    // MARK: The app writes at the same time

    @Test func changeThatWasReplacedIsReported() throws {
        try xcrun.writeOnPhone(Self.original)
        try xcrun.script(changeByApp(#"{"version": 1, "revision": 5, "toggles": {"page_size": 50}}"#), at: "before-to")
        let result = try xcrun.run("set", "banner=Sale", "--device", ScriptedXcrun.bundle)
        #expect(
            result.error == """
                warning: The app on Ada’s iPhone changed its overrides while this change was written, and this change \
                replaced that one. Check the overrides.

                """ + Self.note()
        )
        #expect(xcrun.textOnPhone?.contains("Sale") == true)
    }

    @Test func changeThatAppReplacedIsConflict() throws {
        try xcrun.writeOnPhone(Self.original)
        let text = #"{"version": 1, "revision": 6, "toggles": {"page_size": 50}}"#
        try xcrun.script(changeByApp(text), at: "after-to")
        let result = try xcrun.run("set", "banner=Sale", "--device", ScriptedXcrun.bundle)
        #expect(
            result
                == BuiltCommand.Result(
                    error: """
                        The app on Ada’s iPhone changed its overrides at the same time, and its change replaced this one \
                        (banner). Make it again.

                        """,
                    status: 2
                )
        )
        #expect(xcrun.textOnPhone == text)
        try xcrun.succeed()
        #expect(try xcrun.run("undo", "--device", ScriptedXcrun.bundle).output == "There is nothing to undo.\n")
    }

    @Test func changeThatAppKeptSucceeds() throws {
        try xcrun.writeOnPhone(Self.original)
        let text = #"{"version": 1, "revision": 6, "toggles": {"page_size": 50, "banner": "Sale"}}"#
        try xcrun.script(changeByApp(text), at: "after-to")
        let result = try xcrun.run("set", "banner=Sale", "--device", ScriptedXcrun.bundle)
        #expect(result == BuiltCommand.Result(output: "banner = Sale\n", error: Self.note()))
        #expect(xcrun.textOnPhone == text)
    }

    // MARK: The connection fails

    @Test func failedCopyBackChangesNothing() throws {
        try xcrun.writeOnPhone(Self.original)
        try xcrun.fail("copy to", with: ScriptedXcrun.pulledCable)
        let result = try xcrun.run("set", "banner=Sale", "--device", ScriptedXcrun.bundle)
        #expect(
            result
                == BuiltCommand.Result(
                    error: """
                        Nothing was changed on Ada’s iPhone. The connection to the device failed. Check the cable or the \
                        network, unlock the device, and try again.

                        """,
                    status: 2
                )
        )
        #expect(xcrun.textOnPhone == Self.original)
        try xcrun.succeed()
        #expect(try xcrun.run("undo", "--device", ScriptedXcrun.bundle).output == "There is nothing to undo.\n")
    }

    @Test func failedCopyBackThatArrivedSucceeds() throws {
        try xcrun.writeOnPhone(Self.original)
        try xcrun.fail("copy to", with: ScriptedXcrun.pulledCable)
        try xcrun.script(#"cp "$source" "$root/phone/$bundle/$destination""#, at: "before-to")
        let result = try xcrun.run("set", "banner=Sale", "--device", ScriptedXcrun.bundle)
        #expect(result == BuiltCommand.Result(output: "banner = Sale\n", error: Self.note()))
    }

    @Test func cablePulledWhileWritingLeavesResultUnknown() throws {
        try xcrun.writeOnPhone(Self.original)
        try xcrun.script(
            #"printf '' > "$root/fail-calls"; printf 'ERROR: The device was disconnected.' > "$root/fail""#,
            at: "before-to"
        )
        let result = try xcrun.run("set", "banner=Sale", "--device", ScriptedXcrun.bundle)
        #expect(
            result
                == BuiltCommand.Result(
                    error: """
                        It is unknown whether Ada’s iPhone has the change, because the connection was lost while it was \
                        written. The connection to the device failed. Check the cable or the network, unlock the device, \
                        and try again. Then check the overrides.

                        """,
                    status: 2
                )
        )
    }

    @Test func unreadableChangeIsReported() throws {
        try xcrun.writeOnPhone(Self.original)
        try xcrun.script(
            #"printf 'copy from' > "$root/fail-calls"; printf 'ERROR: socket closed' > "$root/fail""#,
            at: "after-to"
        )
        let result = try xcrun.run("set", "banner=Sale", "--device", ScriptedXcrun.bundle)
        #expect(
            result.error == """
                The change was copied to Ada’s iPhone, but could not be checked. The connection to the device failed. Check \
                the cable or the network, unlock the device, and try again.

                """
        )
        #expect(xcrun.textOnPhone?.contains("Sale") == true)
    }

    @Test func messagesNamePathsOnPhone() throws {
        let file = ScriptedXcrun.defaultsPath
        try xcrun.writeOnPhone("{ oops")
        let set = try xcrun.run("set", "banner=Sale", "--device", ScriptedXcrun.bundle)
        #expect(set.error.contains("cannot be used: \(file):1:3: "), "\(set)")
        try xcrun.writeOnPhone(#"{"version": 1, "toggles": {"page_size": "many"}}"#)
        let commands = [
            ["list"], ["list", "--json"], ["explain", "page_size"], ["explain", "page_size", "--json"],
        ]
        for arguments in commands {
            let result = try BuiltCommand("toggles").run(
                arguments + ["--device", ScriptedXcrun.bundle],
                environment: shop.environment.merging(xcrun.environment) { $1 },
                in: shop.path
            )
            let text = result.output + result.error
            #expect(text.contains(file) || arguments == ["list"], "\(result)")
            #expect(!text.contains("toggles-device-"), "\(result)")
        }
    }

    @Test func unusableFileStaysUnlessRestored() throws {
        try xcrun.writeOnPhone("{ oops")
        let result = try xcrun.run("set", "banner=Sale", "--device", ScriptedXcrun.bundle)
        #expect(result.status == 2)
        #expect(xcrun.textOnPhone == "{ oops")
        let restored = try xcrun.run("set", "banner=Sale", "--restore", "--device", ScriptedXcrun.bundle)
        #expect(restored.status == 0, "\(restored)")
        #expect(restored.error.contains("is kept on this machine as"), "\(restored)")
        #expect(xcrun.textOnPhone?.contains("Sale") == true)
        let kept = "\(shop.path)/home/shop/devices/\(ScriptedXcrun.phone)/com.example.shop"
        let names = try FileManager.default.contentsOfDirectory(atPath: kept)
        #expect(names.contains { $0.hasPrefix("toggles.json.corrupt-") }, "\(names)")
    }

    // MARK: What devicectl answers

    /// What `devicectl` answers when it copies a file, and the sentence about it.
    @Test(arguments: [
        (
            ScriptedXcrun.failure("com.apple.dt.CoreDeviceError", 10002, "The device is locked."),
            "The device is locked. Unlock it, and try again.\n"
        ),
        (
            "ERROR: The device is locked. (com.apple.dt.CoreDeviceError error 10002 (0x2712))",
            "The device is locked. Unlock it, and try again.\n"
        ),
        (
            ScriptedXcrun.failure(
                "com.apple.dt.CoreDeviceError",
                2,
                "The device must be paired before it can be connected."
            ),
            """
            The device isn't paired with this Mac. Connect it with a cable, unlock it, and run \
            `xcrun devicectl manage pair --device DEVICE`.

            """
        ),
        (
            ScriptedXcrun.failure(
                "com.apple.dt.CoreDeviceError",
                7000,
                "Failed to retrieve the file node for Library/Application Support/shop/toggles.json",
                cause: ScriptedXcrun.failure("ContainerLookupErrorDomain", 7, "The operation couldn’t be completed.")
                    .dropFirst(#"{"error": "#.count).prefix { $0 != "\n" } + #" "userInfo": {}}"#
            ),
            """
            The device doesn't give access to the app's files, because the app isn't a development build. Install it from \
            Xcode.

            """
        ),
        (
            "ERROR: The operation couldn’t be completed. (ContainerLookupErrorDomain error -1.)",
            "The app isn't installed on the device, or its bundle identifier is misspelled.\n"
        ),
        (
            "ERROR: The specified file could not be transferred. (com.apple.dt.CoreDeviceError error 7000 (0x1B58))\n       (NSPOSIXErrorDomain error 60 (0x3C))",
            """
            The connection to the device failed. Check the cable or the network, unlock the device, and try again.

            """
        ),
        (
            "ERROR: The operation failed because Developer Mode is disabled.",
            "Developer Mode is off. Turn it on in the device's settings, under Privacy & Security.\n"
        ),
        (
            ScriptedXcrun.failure("com.apple.dt.CoreDeviceError", 1000, "The specified device was not found."),
            "The device isn't found. Connect it, and check `xcrun devicectl list devices`.\n"
        ),
        (
            ScriptedXcrun.failure("com.apple.NewError", 9, "The moon is in the way."),
            "devicectl failed: The moon is in the way.\n"
        ),
        ("", "devicectl failed without saying why.\n"),
    ])
    func explainsFailures(answer: String, sentence: String) throws {
        try xcrun.fail("copy from", with: answer)
        let result = try xcrun.run("list", "--device", ScriptedXcrun.bundle)
        #expect(result == BuiltCommand.Result(error: sentence, status: 2))
    }

    @Test func garbageIsExplained() throws {
        try xcrun.set("garbage")
        let result = try xcrun.run("list", "--device", ScriptedXcrun.bundle)
        #expect(
            result.error == """
                `xcrun devicectl list devices` gave no result that can be read. Its version may be unsupported: `xcrun \
                devicectl --version` shows it.

                """
        )
    }

    @Test(.timeLimit(.minutes(20))) func hangingToolHasTimeLimit() throws {
        try xcrun.set("hang")
        let result = try xcrun.run(
            "list",
            "--device",
            ScriptedXcrun.bundle,
            environment: ["TOGGLES_XCRUN_TIMEOUT": "1"]
        )
        #expect(result.status == 2 && result.error.contains("took longer than 1 s."), "\(result)")
    }

    @Test func choosesAmongDevices() throws {
        let bundle = ScriptedXcrun.bundle
        func error(_ arguments: String...) throws -> String {
            try BuiltCommand("toggles").run(
                ["list", "--device"] + arguments,
                environment: shop.environment.merging(xcrun.environment) { $1 },
                in: shop.path
            ).error
        }
        let other = ScriptedXcrun.device(ScriptedXcrun.otherPhone, "Bob's iPad")
        try xcrun.setDevices(ScriptedXcrun.device(), other)
        #expect(
            try error(bundle) == """
                Several devices could be meant. Choose one:
                  --device \(ScriptedXcrun.phone) --bundle com.example.shop  Ada’s iPhone
                  --device \(ScriptedXcrun.otherPhone) --bundle com.example.shop  Bob's iPad

                """
        )
        #expect(try error("Bob's iPad", "--bundle", bundle).contains("no running app"))
        #expect(try error("ada's iphone", "--bundle", bundle).contains("no running app"))
        let unknown = """
            No device is named ‘Eve’. Known: ‘Ada’s iPhone’, ‘Bob's iPad’. Write for example `--device 'Ada’s iPhone'`.

            """
        #expect(try error("Eve", "--bundle", bundle) == unknown)
        #expect(try error().hasPrefix("Name the app by its bundle identifier: --device BUNDLE, or"))
        // A connected device is the one that is meant.
        try xcrun.setDevices(ScriptedXcrun.device(tunnel: "connected"), other)
        #expect(try error(bundle).contains("no running app"))
        try xcrun.setDevices(ScriptedXcrun.device(pairing: "unpaired"))
        #expect(
            try error(bundle) == """
                ‘Ada’s iPhone’ isn't paired with this Mac. Connect it with a cable, unlock it, and run `xcrun devicectl manage \
                pair --device \(ScriptedXcrun.phone)`.

                """
        )
        // Newer versions list simulators, too, in another shape.
        try xcrun.setDevices(
            """
            {"identifier": "SIM", "properties": {"hardware": {"reality": "simulated", "platform": "iOS"},
             "state": {"name": "iPhone 18"}, "connection": {"state": "connected", "pairingState": "paired"}}}
            """
        )
        #expect(
            try error(bundle) == "This Mac knows no device. Connect one with a cable, unlock it, and trust this Mac.\n"
        )
    }

    @Test func readsNewerListOfDevices() throws {
        try xcrun.setDevices(
            """
            {"identifier": "\(ScriptedXcrun.phone)", "properties": {
              "hardware": {"reality": "physical", "platform": "tvOS", "udid": "U"}, "state": {"name": "Cinema"},
              "connection": {"state": "connected", "pairingState": "paired"}}}
            """
        )
        let result = try xcrun.run("set", "page_size=7", "--device", "Cinema", "--bundle", ScriptedXcrun.bundle)
        #expect(result == BuiltCommand.Result(output: "page_size = 7\n", error: Self.note(on: "Cinema")))
        // Apple TV needs a user.
        let copies = xcrun.calls.filter { $0.contains("device copy") }
        #expect(copies.allSatisfy { $0.contains("--user mobile") } && !copies.isEmpty)
        let domain = "--domain-type appDataContainer --domain-identifier com.example.shop"
        #expect(copies.allSatisfy { $0.contains(domain) })
    }
}
