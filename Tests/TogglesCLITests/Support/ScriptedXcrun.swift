import Foundation

/// An `xcrun` in a folder for `PATH`, which answers for simulators and devices whose files are in another folder.
///
/// The shapes of its answers are those of `simctl` and `devicectl`.
struct ScriptedXcrun {
    static let bundle = "com.example.shop"
    static let simulator = "11111111-AAAA-4111-8111-111111111111"
    static let otherSimulator = "22222222-AAAA-4222-8222-222222222222"
    static let phone = "33333333-BBBB-5333-8333-333333333333"
    static let otherPhone = "44444444-BBBB-5444-8444-444444444444"

    /// The shop in whose folder the script is.
    let shop: Shop
    /// The environment in which `toggles` finds the script.
    var environment: [String: String] {
        ["PATH": "\(root)/bin:/usr/bin:/bin", "TMPDIR": "\(root)/tmp", "TOGGLES_XCRUN_TIMEOUT": "600"]
    }

    private var root: String { "\(shop.path)/xcrun" }

    init(in shop: Shop) throws {
        self.shop = shop
        for name in ["xcrun", "xcrun/bin", "xcrun/tmp", "xcrun/sim", "xcrun/phone"] { try shop.createFolder(name) }
        try shop.write(Self.program(root), to: "xcrun/bin/xcrun")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(root)/bin/xcrun")
        try setDevices(Self.device())
        // A process that another test started while the file was being written keeps it from being run until it has
        // begun.
        while try ChildProcess("\(root)/bin/xcrun", ["ready"], environment: [:], in: shop.path).wait() == 126 {}
    }

    /// Runs `toggles` with this `xcrun`.
    func run(
        _ arguments: String...,
        environment: [String: String] = [:],
        input: String = ""
    ) throws -> BuiltCommand.Result {
        try BuiltCommand("toggles").run(
            arguments,
            environment: shop.environment.merging(self.environment) { $1 }.merging(environment) { $1 },
            in: shop.path,
            input: input
        )
    }

    // MARK: Simulators

    /// Sets the booted simulators.
    func setBooted(_ simulators: (identifier: String, name: String)...) throws {
        let devices = simulators.map { simulator in
            """
            {"dataPath": "\(root)/sim/\(simulator.identifier)", "isAvailable": true, "name": "\(simulator.name)",
             "state": "Booted", "udid": "\(simulator.identifier)"}
            """
        }
        try shop.write(
            """
            {"devices": {"com.apple.CoreSimulator.SimRuntime.watchOS-26-1": [],
             "com.apple.CoreSimulator.SimRuntime.iOS-26-1": [\(devices.joined(separator: ", "))]}}
            """,
            to: "xcrun/booted.json"
        )
    }

    /// Installs apps in a simulator, and returns the paths of their local defaults files.
    @discardableResult
    func install(_ bundles: String..., in simulator: String = Self.simulator) throws -> [String] {
        var list = """
            {
                "com.apple.Bridge" =     {
                    ApplicationType = System;
                    CFBundleDisplayName = Watch;
                    SBAppTags =         (
                        "watch-companion"
                    );
                };

            """
        for bundle in bundles {
            let container = "\(root)/sim/\(simulator)/\(bundle)"
            try FileManager.default.createDirectory(atPath: container, withIntermediateDirectories: true)
            list += """
                    "\(bundle)" =     {
                        ApplicationType = User;
                        CFBundleDisplayName = "My \\"Caf\\U00e9\\"";
                        CFBundleIdentifier = "\(bundle)";
                        DataContainer = "file://\(container)/";
                        GroupContainers =         {
                        };
                        SBAppTags =         (
                        );
                    };

                """
        }
        try shop.write(list + "}\n", to: "xcrun/listapps-\(simulator)")
        return bundles.map { "\(root)/sim/\(simulator)/\($0)/\(Self.defaultsPath)" }
    }

    // MARK: Devices

    /// The path of the local defaults file on the device, as a path on this machine.
    var phoneDefaults: String { "\(root)/phone/\(Self.bundle)/\(Self.defaultsPath)" }

    /// The path of the local defaults file in a container.
    static let defaultsPath = "Library/Application Support/shop/toggles.json"

    /// Creates the folder of the app's files on the device.
    func installOnPhone() throws {
        try FileManager.default.createDirectory(
            atPath: URL(filePath: phoneDefaults).deletingLastPathComponent().path(percentEncoded: false),
            withIntermediateDirectories: true
        )
    }

    /// Writes the local defaults file on the device, as the app does.
    func writeOnPhone(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: phoneDefaults))
    }

    /// The local defaults file on the device.
    var textOnPhone: String? {
        FileManager.default.contents(atPath: phoneDefaults).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Sets the devices that `devicectl` lists.
    func setDevices(_ devices: String...) throws {
        try shop.write(
            """
            {"info": {"outcome": "success", "jsonVersion": 3}, "result": {"devices": [\(devices.joined(separator: ","))]}}
            """,
            to: "xcrun/devices.json"
        )
    }

    /// A device in the older shape of the list.
    static func device(
        _ identifier: String = phone,
        _ name: String = "Ada’s iPhone",
        pairing: String = "paired",
        tunnel: String = "disconnected"
    ) -> String {
        """
        {"identifier": "\(identifier)", "deviceProperties": {"name": "\(name)"},
         "connectionProperties": {"pairingState": "\(pairing)", "tunnelState": "\(tunnel)"},
         "hardwareProperties": {"platform": "iOS", "reality": "physical", "udid": "00008110-\(identifier.prefix(8))"}}
        """
    }

    /// The JSON of a failure.
    static func failure(_ domain: String, _ code: Int, _ text: String, cause: String = "") -> String {
        let cause = cause.isEmpty ? "" : #", "NSUnderlyingError": {"error": \#(cause)}"#
        return """
            {"error": {"code": \(code), "domain": "\(domain)",
             "userInfo": {"NSLocalizedDescription": {"string": "\(text)"}\(cause)}},
             "info": {"outcome": "failed", "jsonVersion": 3}}
            """
    }

    static let pulledCable = failure(
        "com.apple.dt.CoreDeviceError",
        4,
        "The tunnel connection failed while the system tried to connect to the device."
    )

    /// Makes the calls whose arguments contain a text fail, with JSON or with a line on standard error.
    func fail(_ part: String = "", with answer: String = Self.pulledCable) throws {
        try shop.write(part, to: "xcrun/fail-calls")
        try shop.write(answer, to: "xcrun/fail")
    }

    /// Makes calls succeed again.
    func succeed() throws {
        for name in ["fail", "hang", "garbage", "before-from", "before-to", "after-to"] {
            try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
        }
    }

    /// Makes all calls hang, or print garbage.
    func set(_ behavior: String) throws { try shop.write("", to: "xcrun/\(behavior)") }

    /// Sets shell commands that run before or after a file is copied to the device, or before one is copied from it.
    func script(_ commands: String, at moment: String) throws { try shop.write(commands, to: "xcrun/\(moment)") }

    /// Makes `xcrun` wait at a moment, until ``release()`` is called or the folder is removed.
    func hold(at moment: String) throws {
        try shop.write("", to: "xcrun/held")
        try script("while [ -e '\(shop.path)/xcrun/held' ]; do sleep 0.05; done", at: moment)
    }

    /// Lets `xcrun` go on.
    func release() { try? FileManager.default.removeItem(atPath: "\(shop.path)/xcrun/held") }

    /// The calls so far, one a line.
    var calls: [Substring] { (shop.text("xcrun/calls") ?? "").split(separator: "\n") }

    private static func program(_ root: String) -> String {
        #"""
        #!/bin/sh
        root='\#(root)'
        echo "$*" >> "$root/calls"
        if [ -f "$root/hang" ]; then exec sleep 600; fi
        if [ -f "$root/garbage" ]; then echo 'gar\"{(;bage'; exit 0; fi
        if [ "$1" = simctl ]; then
          if [ -f "$root/fail" ]; then cat "$root/fail" >&2; exit 72; fi
          case "$2" in
            list) cat "$root/booted.json" ;;
            listapps) cat "$root/listapps-$3" ;;
            get_app_container)
              if [ -d "$root/sim/$3/$4" ]; then echo "$root/sim/$3/$4"; exit 0; fi
              echo 'An error was encountered processing the command (domain=NSPOSIXErrorDomain, code=2):' >&2
              echo 'No such file or directory' >&2
              exit 2 ;;
          esac
          exit 0
        fi
        all="$*"
        verb="$2 $3 $4"
        while [ $# -gt 0 ]; do
          case "$1" in
            --source) source=$2 ;;
            --destination) destination=$2 ;;
            --domain-identifier) bundle=$2 ;;
            --json-output) json=$2 ;;
          esac
          shift
        done
        fail() {
          case "$1" in
            '{'*) printf '%s\n' "$1" > "$json" ;;
            *) printf '%s\n' "$1" >&2 ;;
          esac
          exit 1
        }
        fail_if_set() {
          if [ -f "$root/fail" ]; then
            case "$all" in *"$(cat "$root/fail-calls")"*) fail "$(cat "$root/fail")" ;; esac
          fi
        }
        succeed() { printf '{"info": {"outcome": "success"}, "result": %s}\n' "${1:-{\}}" > "$json"; }
        missing() {
          fail '{"error": {"code": 7000, "domain": "com.apple.dt.CoreDeviceError", "userInfo": {"NSLocalizedDescription":
            {"string": "Failed to retrieve the file node for '"$1"'"}}}, "info": {"outcome": "failed"}}'
        }
        case "$verb" in
          'list devices '*) fail_if_set; cp "$root/devices.json" "$json" ;;
          'device copy from')
            if [ -f "$root/before-from" ]; then . "$root/before-from"; fi
            fail_if_set
            if [ -d "$root/phone/$bundle/$source" ]; then
              mkdir -p "$destination"
              cp -R "$root/phone/$bundle/$source/." "$destination"
            elif [ -f "$root/phone/$bundle/$source" ]; then
              cp "$root/phone/$bundle/$source" "$destination"
            else
              missing "$source"
            fi
            succeed ;;
          'device copy to')
            if [ -f "$root/before-to" ]; then . "$root/before-to"; fi
            fail_if_set
            mkdir -p "$(dirname "$root/phone/$bundle/$destination")"
            cp "$source" "$root/phone/$bundle/$destination.new"
            mv "$root/phone/$bundle/$destination.new" "$root/phone/$bundle/$destination"
            if [ -f "$root/after-to" ]; then . "$root/after-to"; fi
            succeed ;;
          'device info processes')
            fail_if_set
            list=''
            for file in "$root"/phone/*/Library/*/*/toggles.state/*.json; do
              process=${file##*/}
              process=${process%%-*}
              if kill -0 "$process" 2>/dev/null; then list="$list{\"processIdentifier\": $process},"; fi
            done
            succeed '{"runningProcesses": ['"$list"'{"processIdentifier": 1}]}' ;;
        esac

        """#
    }
}
