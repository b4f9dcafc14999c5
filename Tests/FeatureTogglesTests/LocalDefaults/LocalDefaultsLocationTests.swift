#if OVERRIDES
import FeatureToggles
import Foundation
import TestSupport
import Testing

@Suite struct LocalDefaultsLocationTests {
    private func path(_ environment: [String: String], application: String = "shop") -> String? {
        LocalDefaultsFile.defaultPath(application: application, environment: environment)
    }

    #if canImport(Darwin)
    private let base = "/home/me/Library/Application Support"
    #else
    private let base = "/home/me/.config"

    @Test func usesConfigurationFolder() {
        #expect(path(["HOME": "/home/me", "XDG_CONFIG_HOME": "/cfg"]) == "/cfg/shop/toggles.json")
        #expect(path(["HOME": "/home/me", "XDG_CONFIG_HOME": ""]) == "/home/me/.config/shop/toggles.json")
        #expect(path(["HOME": "/home/me", "XDG_CONFIG_HOME": "cfg"]) == "/home/me/.config/shop/toggles.json")
    }
    #endif

    @Test func environmentVariableHasPrecedence() {
        #expect(path(["HOME": "/home/me", "TOGGLES_DEFAULTS": "/tmp/mine.json"]) == "/tmp/mine.json")
        #expect(path(["HOME": "/home/me", "TOGGLES_DEFAULTS": ""]) == "\(base)/shop/toggles.json")
    }

    @Test func pathExistsWithoutHome() {
        let path = path([:])
        #expect(path?.hasPrefix("/") == true)
        #expect(path?.hasSuffix("/shop/toggles.json") == true)
    }

    @Test(arguments: [
        ("com.example.shop", "com.example.shop"), ("../../etc", "..-..-etc"), ("..", "app"), (".", "app"), ("", "app"),
        ("a\0b", "a-b"), ("Größe 1", "Größe 1"),
    ])
    func applicationNameIsOneFolder(application: String, folder: String) {
        #expect(path(["HOME": "/home/me"], application: application) == "\(base)/\(folder)/toggles.json")
    }

    @Test func findsFilesOfApps() throws {
        let folder = try TemporaryFolder()
        let environment = ["HOME": folder.path]
        #if canImport(Darwin)
        let base = "\(folder.path)/Library/Application Support"
        #else
        let base = "\(folder.path)/.config"
        #endif
        #expect(LocalDefaultsFile.pathsOfApps(environment: environment) == [])
        for name in ["shop/toggles.state", "other", "admin"] {
            try FileManager.default.createDirectory(atPath: "\(base)/\(name)", withIntermediateDirectories: true)
        }
        for name in ["admin/toggles.json", "toggles.json"] {
            #expect(FileManager.default.createFile(atPath: "\(base)/\(name)", contents: nil))
        }
        #expect(
            LocalDefaultsFile.pathsOfApps(environment: environment)
                == ["\(base)/admin/toggles.json", "\(base)/shop/toggles.json"]
        )
        #expect(
            LocalDefaultsFile.pathsOfApps(environment: ["HOME": folder.path, "TOGGLES_DEFAULTS": "/tmp/mine.json"])
                == ["/tmp/mine.json"]
        )
    }

    @Test func processEnvironmentIsDefault() {
        #expect(LocalDefaultsFile.defaultPath(application: "shop")?.hasSuffix("toggles.json") == true)
    }
}
#endif
