import ToggleLint

/// Tells by the path in which kind of code a file stands.
struct FilePlaces: Sendable {
    private let tests: [Glob]
    private let noTests: [Glob]
    private let debugMenus: [Glob]
    private let scripts: [Glob]
    private let testFolders: [String]

    /// Reads the patterns of a configuration.
    ///
    /// - Parameters:
    ///   - configuration: Which files are what.
    ///   - testFolders: The folders of test targets, with a slash at the end.
    init(_ configuration: LintConfiguration, testFolders: [String] = []) {
        self.testFolders = testFolders
        tests = configuration.tests.filter { !$0.hasPrefix("!") }.map(Glob.init)
        noTests = configuration.tests.filter { $0.hasPrefix("!") }.map { Glob(String($0.dropFirst())) }
        debugMenus = configuration.debugMenus.map(Glob.init)
        scripts = (configuration.scripts.isEmpty ? ["**/*.sh", "**/Makefile"] : configuration.scripts).map(Glob.init)
    }

    /// Whether it is a script that may name keys.
    func isScript(_ path: String) -> Bool {
        scripts.contains { $0.matches(path) }
    }

    /// Whether it is a file of an app that may name toggles and is not Swift: Objective-C, or a resource.
    ///
    /// Headers that the compiler writes for Swift only repeat what Swift declares.
    static func isOtherCode(_ path: String) -> Bool {
        otherEndings.contains(where: path.hasSuffix) && !path.hasSuffix("-Swift.h")
    }

    private static let otherEndings = [".m", ".mm", ".h", ".xib", ".storyboard", ".plist", ".strings"]

    /// In which kind of code a file of an app stands, as far as its path says.
    func place(_ path: String) -> ToggleUse.Place {
        if debugMenus.contains(where: { $0.matches(path) }) { return .debugMenu }
        if noTests.contains(where: { $0.matches(path) }) { return .production }
        if tests.contains(where: { $0.matches(path) }) { return .test }
        if testFolders.contains(where: path.hasPrefix) { return .test }
        // What is in a folder of sources ships, whatever its name: an experiment is called an A/B test, too.
        let folders = path.split(separator: "/").dropLast().prefix { $0 != "Sources" }
        return folders.contains("Tests") || folders.first?.hasSuffix("Tests") == true ? .test : .production
    }
}
