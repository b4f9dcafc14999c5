import Foundation
import TestSupport
import Testing
import ToggleBase
import ToggleTool

@Suite struct GitRepositoryTests {
    @Test func folderOutsideRepositoryIsReported() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: GitError.self) { try GitRepository(at: folder.path) }
        #expect(error?.code == .noRepository)
    }

    @Test func missingFolderIsRejected() {
        let error = #expect(throws: GitError.self) { try GitRepository(at: "/no/such/folder") }
        #expect(error?.code == .failed)
    }

    @Test func missingGitIsReported() {
        let error = #expect(throws: GitError.self) { try GitRepository(at: "/", program: "no-such-git") }
        #expect(error?.code == .notInstalled)
    }

    @Test func trackedFilesMatchByExactName() throws {
        let temporary = try TemporaryRepository()
        try temporary.write("x", to: "a folder/:(top)*.json")
        try temporary.commit("Add", on: "2026-01-01")
        try temporary.write("x", to: "b.json")
        let repository = try GitRepository(at: temporary.folder)
        #expect(try repository.isTracked("a folder/:(top)*.json"))
        #expect(try !repository.isTracked("b.json"))
        #expect(try !repository.isTracked("*"))
        #expect(try !repository.isTracked("--all"))
    }

    @Test(arguments: ["--output=x", "-n", "", "no-such-branch", "HEAD^{tree}x", "main..main"])
    func invalidCommitIsRejected(_ revision: String) throws {
        let temporary = try TemporaryRepository()
        try temporary.commit("Begin", on: "2026-01-01")
        let error = #expect(throws: GitError.self) { try GitRepository(at: temporary.folder).commit(revision) }
        #expect(error?.code == .unknownRevision)
    }

    @Test func emptyRepositoryHasNoRevisions() throws {
        let temporary = try TemporaryRepository()
        #expect(try GitRepository(at: temporary.folder).revisions(of: "toggles.yaml").isEmpty)
    }

    @Test func contentsBelongToCommit() throws {
        let temporary = try TemporaryRepository()
        try temporary.write("one", to: "Config/flags.json")
        try temporary.commit("One", on: "2026-01-01")
        try temporary.write("two", to: "Config/flags.json")
        try temporary.commit("Two", on: "2026-01-02")
        let repository = try GitRepository(at: temporary.folder + "/Config")
        #expect(try repository.contents(of: "flags.json", at: "HEAD~1") == Array("one".utf8))
        #expect(try repository.contents(of: "other.json", at: "HEAD") == nil)
    }

    @Test func lineAgesComeFromCommits() throws {
        let temporary = try TemporaryRepository()
        try temporary.write("a\nb\n", to: "file")
        try temporary.commit("One", on: "2025-01-01")
        try temporary.write("a\nc\nd\n", to: "file")
        try temporary.commit("Two", on: "2026-02-03")
        try temporary.write("a\nc\nd\nnew\n", to: "file")
        let days = try GitRepository(at: temporary.folder).blameDays(of: "file")
        #expect(days.mapValues(\.description) == [1: "2025-01-01", 2: "2026-02-03", 3: "2026-02-03"])
        #expect(try GitRepository(at: temporary.folder).blameDays(of: "other").isEmpty)
    }

    @Test func agesInShallowCloneAreUnknown() throws {
        let origin = try TemporaryRepository()
        try origin.write("a\nb\n", to: "file")
        try origin.commit("One", on: "2025-01-01")
        try origin.commit("Two", on: "2025-02-01")
        try origin.write("a\nb\nc\n", to: "file")
        try origin.commit("Three", on: "2026-02-03")
        let clone = try TemporaryRepository()
        try clone.git("fetch", "--quiet", "--depth", "2", "file://\(origin.folder)", "main")
        try clone.git("checkout", "--quiet", "FETCH_HEAD")
        try clone.git("config", "blame.showRoot", "true")
        let repository = try GitRepository(at: clone.folder)
        #expect(repository.isShallow)
        #expect(try repository.blameDays(of: "file").mapValues(\.description) == [3: "2026-02-03"])
    }

    @Test func changedLinesBeginAtMergeBase() throws {
        let temporary = try TemporaryRepository()
        try temporary.write("a\nb\nc\nd\n", to: "file")
        try temporary.write("x\n", to: "gone")
        try temporary.write("1\n2\n3\n4\n5\n6\n", to: "old name")
        try temporary.commit("One", on: "2025-01-01")
        try temporary.git("checkout", "--quiet", "-b", "change")
        try temporary.write("a\nB\n++ b/x\nc\n", to: "file")
        try FileManager.default.removeItem(atPath: temporary.folder + "/gone")
        try temporary.git("mv", "old name", "ümlaut\tname")
        try temporary.write("1\n2\n3\n4\nfive\n6\n", to: "ümlaut\tname")
        try temporary.commit("Two", on: "2025-01-02")
        try temporary.git("checkout", "--quiet", "main")
        try temporary.write("other", to: "other")
        try temporary.commit("Three", on: "2025-01-03")
        try temporary.git("checkout", "--quiet", "change")
        try temporary.write("new", to: "new")
        let lines = try GitRepository(at: temporary.folder).changedLines(since: "main")
        #expect(lines == ["file": [2...3, 4...5], "ümlaut\tname": [5...5], "new": [1...Int.max]])
    }

    @Test(arguments: ["* -diff", "*.swift binary"])
    func attributesHideNoLines(_ attributes: String) throws {
        let repository = try TemporaryRepository()
        let rest = (1...20).map { "let line\($0) = \($0)\n" }.joined()
        try repository.write("\(attributes)\n*.png binary\n", to: ".gitattributes")
        try repository.write("a\nb\n", to: "App/first file.swift")
        try repository.write("old\n" + rest, to: "App/second.swift")
        try repository.write("\0a", to: "App/image.png")
        try repository.commit("Begin", on: "2026-10-01")
        try repository.write("a\nc\n", to: "App/first file.swift")
        try repository.git("mv", "App/second.swift", "App/third.swift")
        try repository.write("new\n" + rest, to: "App/third.swift")
        try repository.write("\0b", to: "App/image.png")
        let git = try GitRepository(at: repository.folder + "/App")
        let lines = try git.changedLines(since: "HEAD")
        #expect(lines == ["first file.swift": [2...2], "third.swift": [1...1]])
        #expect(try git.removedLines(since: "HEAD").sorted() == ["b", "old"])
        try repository.write("let line7 = 7\n", to: "App/.build/checkouts/Other/Package.swift")
        try repository.write("let line7 = 7\n", to: "App/.swiftpm/.swift")
        #expect(try git.mentions(of: "line7").map(\.path) == ["third.swift"])
    }

    @Test func findsRemovedLinesOfMovedFile() throws {
        let repository = try TemporaryRepository()
        let rest = (1...20).map { "let line\($0) = \($0)\n" }.joined()
        try repository.write("if toggles.isEnabled(.oldThing) {}\n" + rest, to: "Sources/A.swift")
        try repository.write("newCheckout and oldThing\n", to: "CHANGELOG.md")
        try repository.commit("Begin", on: "2026-10-01")
        try repository.git("mv", "Sources/A.swift", "Sources/B.swift")
        try repository.write("-- nothing\n" + rest, to: "Sources/B.swift")
        try repository.write("nothing\n", to: "CHANGELOG.md")
        let git = try GitRepository(at: repository.folder)
        #expect(
            try Set(git.removedLines(since: "HEAD")) == [
                "if toggles.isEnabled(.oldThing) {}", "newCheckout and oldThing",
            ]
        )
        let ofSources = try git.removedLines(since: "HEAD") { $0.hasSuffix(".swift") }
        #expect(ofSources == ["if toggles.isEnabled(.oldThing) {}"])
    }

    @Test func everythingIsNewWithoutCommits() throws {
        let repository = try TemporaryRepository()
        try repository.write("one\n", to: "a.txt")
        try repository.git("add", "a.txt")
        let git = try GitRepository(at: repository.folder)
        #expect(try git.changedLines(since: "HEAD") == ["a.txt": [1...1]])
        #expect(try git.removedLines(since: "HEAD") == [])
        #expect(throws: GitError.self) { try git.changedLines(since: "HEAD~1") }
    }

    @Test func folderHasPrefixInRepository() throws {
        let repository = try TemporaryRepository()
        try repository.write("one\n", to: "Apps/Shop App/a.txt")
        let top = try GitRepository(at: repository.folder)
        #expect(top.prefix == "")
        let folder = try GitRepository(at: repository.folder + "/Apps/Shop App")
        #expect(folder.prefix == "Apps/Shop App/")
        #expect(folder.topLevel == top.topLevel)
    }

    @Test func countsDaysForwardAndBackward() {
        for days in [-719_162, -1, 0, 59, 60, 11_016, 20_778, 2_932_896] {
            #expect(CalendarDate(daysSince1970: days)?.daysSince1970 == days)
        }
        #expect(CalendarDate(daysSince1970: .min.advanced(by: 1)) == nil)
        #expect(CalendarDate(secondsSince1970: -1)?.description == "1969-12-31")
    }
}
