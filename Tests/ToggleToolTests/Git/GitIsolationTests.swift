import Foundation
import TestSupport
import Testing
import ToggleBase
import ToggleTool

@Suite struct GitIsolationTests {
    /// Settings of users and repositories, as arguments of `git config`.
    private static let settings = [
        "blame.ignoreRevsFile=/no/such/file", "blame.ignoreRevsFile=ignored", "color.diff=always", "color.ui=always",
        "core.abbrev=5", "core.bigFileThreshold=1", "core.fsmonitor=true", "core.quotePath=true",
        "core.untrackedCache=true", "diff.algorithm=patience", "diff.colorMoved=zebra", "diff.context=9",
        "diff.dirstat=nonsense", "diff.external=false", "diff.ignoreSubmodules=none", "diff.indentHeuristic=false",
        "diff.interHunkContext=9", "diff.mnemonicPrefix=true", "diff.noprefix=true", "diff.orderFile=/no/such/file",
        "diff.relative=true", "diff.renameLimit=1", "diff.renames=copies", "diff.renames=false",
        "diff.submodule=diff", "diff.suppressBlankEmpty=true", "diff.text.algorithm=histogram",
        "diff.text.binary=true", "diff.text.command=false", "diff.text.textconv=false", "diff.wordRegex=.",
        "diff.wsErrorHighlight=all", "filter.text.clean=tr a-z A-Z", "filter.text.clean=false",
        "filter.text.process=false", "format.pretty=oneline", "grep.column=true", "grep.fallbackToNoIndex=false",
        "grep.fullName=true", "grep.lineNumber=false", "grep.patternType=perl", "i18n.logOutputEncoding=latin1",
        "log.abbrevCommit=true", "log.date=relative", "log.decorate=full", "log.diffMerges=off",
        "log.diffMerges=combined", "log.follow=true", "log.mailmap=false", "log.showRoot=false",
        "log.showSignature=true", "mailmap.blob=HEAD:aliases", "mailmap.file=aliases", "pager.diff=false",
        "pager.log=false", "status.branch=true", "status.relativePaths=false", "status.short=true",
        "status.showStash=true", "status.showUntrackedFiles=no", "submodule.recurse=true",
    ]

    /// Variables that users set, and that an outer git process sets.
    private static let variables = [
        "GIT_ATTR_SOURCE=HEAD~1", "GIT_DIFF_OPTS=--unified=9", "GIT_DIR=/no/such/folder", "GIT_EXTERNAL_DIFF=false",
        "GIT_GLOB_PATHSPECS=1", "GIT_ICASE_PATHSPECS=1", "GIT_INDEX_FILE=/no/such/file", "GIT_NOGLOB_PATHSPECS=1",
        "GIT_NAMESPACE=other", "GIT_PAGER=false", "GIT_PREFIX=other/", "GIT_SHALLOW_FILE=/no/such/file",
        "GIT_TRACE=1", "GIT_WORK_TREE=/no/such/folder", "LC_ALL=de_DE.UTF-8", "PAGER=false",
    ]

    @Test func settingsChangeNothing() throws {
        let repository = try Self.repository()
        let plain = try Self.answers(repository)
        #expect(plain.contains("merged"))
        for setting in Self.settings {
            let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
            try repository.git("config", parts[0], parts[1])
            #expect(try Self.answers(repository) == plain, "\(setting)")
            try repository.git("config", "--unset", parts[0])
        }
    }

    @Test func variablesChangeNothing() throws {
        let repository = try Self.repository()
        let plain = try Self.answers(repository)
        for variable in Self.variables {
            let parts = variable.split(separator: "=", maxSplits: 1).map(String.init)
            #expect(try Self.answers(repository, [parts[0]: parts[1]]) == plain, "\(variable)")
        }
    }

    @Test func programsOfRepositoryDoNotRun() throws {
        let repository = try Self.repository()
        let mark = repository.folder + "-ran"
        defer { try? FileManager.default.removeItem(atPath: mark) }
        let program = "sh -c 'echo ran >>\(mark); cat'"
        for setting in [
            "filter.text.clean", "filter.text.smudge", "filter.text.process", "diff.text.textconv",
            "diff.text.command", "diff.external", "core.fsmonitor", "core.pager", "pager.log", "credential.helper",
            "core.sshCommand", "core.askPass", "gpg.program",
        ] {
            try repository.git("config", setting, program)
        }
        try repository.git("config", "filter.text.required", "true")
        try repository.write("#!/bin/sh\necho ran >>\(mark)\n", to: ".git/hooks/post-index-change")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: repository.folder + "/.git/hooks/post-index-change"
        )
        // Git itself runs some of them.
        _ = try? repository.git("diff", "HEAD")
        try #require(FileManager.default.fileExists(atPath: mark))
        try FileManager.default.removeItem(atPath: mark)
        let answers = try Self.answers(repository)
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(try answers == Self.answers(Self.repository()))
    }

    @Test func settingWhoseNameCannotBeWrittenIsReported() throws {
        let repository = try Self.repository()
        try repository.git("config", "filter.a=b.clean", "false")
        let error = #expect(throws: GitError.self) { try GitRepository(at: repository.folder) }
        #expect(
            error?.description == "git has a setting ‘filter.a=b.clean’, whose name must not contain ‘=’; rename it"
        )
    }

    @Test(arguments: ["App", "App/Sources"])
    func trackedFolderIsNotRepository(_ folder: String) throws {
        let repository = try TemporaryRepository()
        let inner = repository.folder + "/App"
        try repository.write("let a = 1\n", to: "App/Sources/a.swift")
        try repository.git("init", "--quiet", "--bare", inner)
        try repository.git("--git-dir=\(inner)", "config", "core.bare", "false")
        try repository.git("--git-dir=\(inner)", "config", "core.worktree", ".")
        let error = #expect(throws: GitError.self) { try GitRepository(at: repository.folder + "/" + folder) }
        #expect(error?.code == .failed)
        #expect(error?.description.contains("cannot use bare repository ") == true)
        #expect(throws: Never.self) { try GitRepository(at: repository.folder) }
    }

    /// Creates a repository with everything that the commands answer: renames, a merge, umlauts, and local changes.
    private static func repository() throws -> TemporaryRepository {
        let repository = try TemporaryRepository()
        let lines = (1...9).map { "let line\($0) = \($0)\n" }.joined()
        try repository.write(lines, to: "Apps/ümlaut.swift")
        try repository.write(lines + "// one\n", to: "Apps/first name.swift")
        try repository.write("*.swift filter=text diff=text\n", to: ".gitattributes")
        try repository.write("Eve <eve@example.com> <ada@example.com>\n", to: "aliases")
        try repository.commit("Begin", on: "2026-01-01")
        let first = try repository.git("rev-parse", "HEAD")
        try repository.write(first, to: "ignored")
        try repository.write("let other = 1\n", to: "Other/other.swift")
        try repository.commit("Änder", on: "2026-01-02")
        try repository.git("mv", "Apps/first name.swift", "Apps/second name.swift")
        try repository.git("mv", "Other/other.swift", "Apps/other.swift")
        try repository.commit("Rename", on: "2026-01-03")
        try repository.git("checkout", "--quiet", "-b", "side")
        try repository.write(lines + "// two\n", to: "Apps/second name.swift")
        try repository.commit("Change", on: "2026-01-04")
        try repository.git("checkout", "--quiet", "main")
        try repository.write("let other = 2\n", to: "Apps/other.swift")
        try repository.commit("Change too", on: "2026-01-05")
        try repository.git("merge", "--quiet", "--no-ff", "--message", "merged", "side", day: "2026-01-06")
        try repository.write("// new\n" + lines.replacing("line5", with: "row5"), to: "Apps/ümlaut.swift")
        try repository.write(lines.replacing("line2", with: "row2") + "// 3\n", to: "Apps/second name.swift")
        try repository.write("let new = 1\n", to: "Apps/new.swift")
        return repository
    }

    /// Returns the results of every command, as text.
    private static func answers(_ repository: TemporaryRepository, _ variables: [String: String] = [:]) throws -> String
    {
        let environment = ProcessEnvironment.current.merging(variables) { $1 }
        let git = try GitRepository(at: repository.folder + "/Apps", environment: environment)
        var lines: [String] = []
        for path in ["ümlaut.swift", "second name.swift", "other.swift", "new.swift"] {
            lines.append("\(path) \(try git.isTracked(path)) \(try git.isModified(path))")
            lines.append("\(try git.blameDays(of: path).sorted { $0.key < $1.key })")
            lines += try git.revisions(of: path).map { "\($0)" }
        }
        let commits = try repository.git("rev-list", "HEAD").split(separator: "\n").map(String.init)
        lines.append("\(try git.positions(of: Set(commits)).sorted { $0.key < $1.key })")
        lines.append("\(try git.changedLines(since: "HEAD").sorted { $0.key < $1.key })")
        lines.append("\(try git.changedLines(since: "HEAD~2").sorted { $0.key < $1.key })")
        lines.append("\(try git.removedLines(since: "HEAD~2").sorted())")
        lines.append("\(try git.mentions(of: "line3"))")
        lines.append("\(try git.ignoredPaths().sorted())")
        lines.append("\(git.prefix) \(git.isShallow)")
        return lines.joined(separator: "\n")
    }
}
