import Testing

@testable import ToggleManifest

struct GlobTests {
    @Test(arguments: [
        ("Sources", "Sources/App/A.swift", true),
        ("./Sources/", "Sources/A.swift", true),
        ("Sources", "Sources", true),
        ("Sources", "App/Sources/A.swift", false),
        ("**/Sources", "App/Sources/A.swift", true),
        ("Sources/**", "Sources/A.swift", true),
        ("**/*Tests/**", "App/AppTests/Deep/A.swift", true),
        ("**/*Tests/**", "AppTests.swift", false),
        ("*.swift", "A.swift", true),
        ("*.swift", "App/A.swift", false),
        ("a/**/b/**/c", "a/x/b/y/z/c", true),
        ("a/**/b/**/c", "a/x/y/z/c", false),
        ("?.swift", "é.swift", true),
        ("?.swift", "éé.swift", false),
        ("*a*b*c", "aXbXbXc", true),
        ("*a*b*c", "aXcXb", false),
        ("", "A.swift", false),
        ("/", "A.swift", false),
    ])
    func patternMatchesPathOrEnclosingFolder(pattern: String, path: String, expectation: Bool) {
        #expect(Glob(pattern).matches(path) == expectation)
    }

    @Test(arguments: [
        ("*.swift", "App/A.swift", true),
        ("/*.swift", "App/A.swift", false),
        ("docs", "App/docs/a.md", true),
        ("/docs", "App/docs/a.md", false),
        ("docs/", "App/docs/a.md", true),
        ("App/docs", "App/docs/deep/a.md", true),
        ("docs/*", "docs/a.md", true),
        ("docs/*", "docs/deep/a.md", false),
        ("/docs/**", "docs/deep/a.md", true),
        ("*", "docs/deep/a.md", true),
        ("App/*/Feature", "App/Sources/Feature/A.swift", true),
    ])
    func gitPatternsMatchLikeGit(pattern: String, path: String, expectation: Bool) {
        #expect(Glob(gitPattern: pattern).matches(path) == expectation)
    }
}
