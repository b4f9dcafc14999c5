import ToggleLint
import ToggleManifest

/// Determines the kind of code in a file from its path.
struct FilePlaces: Sendable {
    private let tests: [Glob]
    private let noTests: [Glob]
    private let debugMenus: [Glob]
    private let scripts: [Glob]
    private let testFolders: [String]

    /// Parses the patterns of a configuration.
    ///
    /// - Parameters:
    ///   - configuration: The configuration with the patterns.
    ///   - testFolders: The folders of test targets, with a trailing slash.
    init(_ configuration: LintConfiguration, testFolders: [String] = []) {
        self.testFolders = testFolders
        tests = configuration.tests.filter { !$0.hasPrefix("!") }.map(Glob.init)
        noTests = configuration.tests.filter { $0.hasPrefix("!") }.map { Glob(String($0.dropFirst())) }
        debugMenus = configuration.debugMenus.map(Glob.init)
        scripts = (configuration.scripts.isEmpty ? ["**/*.sh", "**/Makefile"] : configuration.scripts).map(Glob.init)
    }

    /// Returns whether a file is a script that may name keys.
    func isScript(_ path: String) -> Bool {
        scripts.contains { $0.matches(path) }
    }

    /// Returns whether a file is other code of an app that may name toggles: Objective-C, C, C++, or a resource.
    ///
    /// Headers that the compiler generates for Swift are excluded, because they only repeat Swift declarations.
    static func isOtherCode(_ path: String) -> Bool {
        otherEndings.contains(where: path.hasSuffix) && !path.hasSuffix("-Swift.h")
    }

    private static let otherEndings = [
        ".m", ".mm", ".h", ".pch", ".c", ".cc", ".cpp", ".hpp", ".xib", ".storyboard", ".plist", ".strings",
        ".xcstrings",
    ]

    /// Returns the kind of code in a file of an app, as far as its path shows it.
    func place(_ path: String) -> ToggleUse.Place {
        if debugMenus.contains(where: { $0.matches(path) }) { return .debugMenu }
        if noTests.contains(where: { $0.matches(path) }) { return .production }
        if tests.contains(where: { $0.matches(path) }) { return .test }
        if testFolders.contains(where: path.hasPrefix) { return .test }
        // Code in a folder of sources is production code, whatever its name; an experiment is also called an A/B test.
        let folders = path.split(separator: "/").dropLast().prefix { $0 != "Sources" }
        return folders.contains("Tests") || folders.first?.hasSuffix("Tests") == true ? .test : .production
    }
}
