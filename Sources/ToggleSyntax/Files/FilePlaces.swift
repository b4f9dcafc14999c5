import ToggleLint

/// Tells by the path in which kind of code a file stands.
struct FilePlaces: Sendable {
    private let tests: [Glob]
    private let debugMenus: [Glob]
    private let scripts: [Glob]

    init(_ configuration: LintConfiguration) {
        tests = configuration.tests.map(Glob.init)
        debugMenus = configuration.debugMenus.map(Glob.init)
        scripts = (configuration.scripts.isEmpty ? ["**/*.sh", "**/Makefile"] : configuration.scripts).map(Glob.init)
    }

    /// Whether it is a script that may name keys.
    func isScript(_ path: String) -> Bool {
        scripts.contains { $0.matches(path) }
    }

    /// In which kind of code a file of Swift stands, as far as its path says.
    func place(_ path: String) -> ToggleUse.Place {
        if debugMenus.contains(where: { $0.matches(path) }) { return .debugMenu }
        if tests.contains(where: { $0.matches(path) }) { return .test }
        let parts = path.split(separator: "/")
        if parts.dropLast().contains(where: { $0 == "Tests" || $0.hasSuffix("Tests") }) { return .test }
        if let name = parts.last, name.hasSuffix("Tests.swift") || name.hasSuffix("Test.swift") { return .test }
        return .production
    }
}
