import Testing

@testable import ToggleTool

struct GitIgnoreTests {
    @Test(arguments: [
        ("build", "build", true), ("build", "Sources/build", true), ("/build", "Sources/build", false),
        ("build/", "build", true), ("docs/**", "docs", false), ("docs/**", "docs/api", true),
        ("**/out", "a/b/out", true),
        ("a/**/z", "a/b/c/z", true), ("a/**/z", "a/z", true), ("[Bb]uild", "Build", true), ("[!a-c]x", "bx", false),
        ("[!a-c]x", "dx", true), ("*.gen", "Sources/Keys.gen", true), ("Sources/*", "Sources/App", true),
        ("Sources/*", "Sources/App/Inner", false), ("\\!x", "!x", true), ("# build", "build", false),
        ("name\\ ", "name ", true), ("name ", "name", true), ("[", "[", true), ("", "x", false), ("/", "x", false),
    ])
    func patternHasItsMeaningInGit(pattern: String, path: String, isIgnored: Bool) {
        var rules = GitIgnore()
        rules.add(pattern + "\n", in: [])
        #expect(rules.ignores(path.split(separator: "/").map(String.init), isFolder: true) == isIgnored)
    }

    @Test func folderPatternDoesNotMatchFiles() {
        var rules = GitIgnore()
        rules.add("build/", in: [])
        #expect(!rules.ignores(["build"], isFolder: false))
    }

    @Test func laterAndDeeperPatternsWin() {
        var rules = GitIgnore()
        rules.add("*.yaml\n!keep.yaml", in: [])
        #expect(rules.ignores(["a.yaml"], isFolder: false))
        #expect(!rules.ignores(["keep.yaml"], isFolder: false))
        rules.add("keep.yaml\n!/a.yaml", in: ["Sources"])
        #expect(rules.ignores(["Sources", "keep.yaml"], isFolder: false))
        #expect(!rules.ignores(["Sources", "a.yaml"], isFolder: false))
        #expect(rules.ignores(["a.yaml"], isFolder: false))
    }

    @Test func negatedFolderIncludesOnlyItself() {
        var rules = GitIgnore()
        rules.add("build/\n!Packages/", in: [])
        #expect(!rules.ignores(["Packages"], isFolder: true))
        #expect(rules.ignores(["Packages", "X", "build"], isFolder: true))
    }

    @Test(arguments: [
        ("a*\n!ab", "ab", false), ("!ab\na*", "ab", true), ("*b\n!a*", "ab", false), ("ab\n!/a?", "ab", false),
        ("!a?\nx/ab\nab", "ab", true), ("**\n!ab", "ab", false), ("\\*x\n", "*x", true), ("a[", "a[", true),
        ("?é", "éé", true), ("*\\!", "a!", true),
    ])
    func lastMatchingPatternDecides(patterns: String, path: String, isIgnored: Bool) {
        var rules = GitIgnore()
        rules.add(patterns, in: [])
        #expect(rules.ignores([path], isFolder: true) == isIgnored)
    }

    @Test func manyStarsTakeLinearTime() {
        var rules = GitIgnore()
        rules.add(String(repeating: "**/a/", count: 60) + "b\n" + String(repeating: "*a", count: 100) + "b", in: [])
        #expect(!rules.ignores(Array(repeating: String(repeating: "a", count: 200), count: 64), isFolder: true))
        #expect(!rules.ignores(Array(repeating: "a", count: 64), isFolder: true))
    }
}
