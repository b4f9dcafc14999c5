import ArgumentParser
import FeatureToggles
import ForcedUpdates
import ToggleDocuments
import ToggleManifest
import ToggleTool

/// The command `toggles update-policy test`.
struct UpdatePolicyTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Prints what users of a version of the app would see, and which entry applies.",
        discussion: """
            The command answers as an app with this policy would, without fetching anything
            or using any locks stored on this machine. With --matrix, it prints a table of
            versions. By default, these are the versions in the file and their neighbors,
            including prereleases. If that table is too large, neighbors with the same
            answers share a row or column, or only the locked and outdated versions are
            listed.

            EXAMPLES
              toggles update-policy test --app 3.2.0 --os 17.1 --language de policy.json
              toggles update-policy test --app 3.2.0 --context country=DE \\
                --flag forced_update flags.json
              toggles update-policy test --matrix --app 1.9 --app 2.0 \\
                --os 16 --os 17.1 policy.json

            EXIT CODES
              0  success, whatever the result
              1  the file has errors, all of which are printed
              2  wrong usage, or a file that cannot be read
            """
    )

    @Argument(
        help: "The policy, or a document that contains one; - is standard input.",
        completion: .file(extensions: ["json"])
    )
    var file: String

    @Option(parsing: .singleValue, help: "The version of the app. May be repeated with --matrix.")
    var app: [String] = []

    @Option(parsing: .singleValue, help: "The version of the operating system. May be repeated with --matrix.")
    var os: [String] = []

    @Option(help: "The user's language, such as de or pt-BR.")
    var language: String?

    @OptionGroup var context: ContextOptions

    @Option(help: "The flag to test, if several flags of the document are policies.")
    var flag: String?

    @OptionGroup var links: LinkSchemes

    @Option(help: "The time that rules use, in seconds since 1970. Default: now.")
    var now: Int64?

    @Flag(help: "Print a table of versions.")
    var matrix = false

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        for (option, versions) in [("--app", app), ("--os", os)] {
            for version in versions where AppVersion(strict: version) == nil {
                throw ValidationError(
                    "\(option) \(version): that is not a valid version; write one to eight numbers, as in 3.2.0."
                )
            }
            if !matrix, versions.count > 1 {
                throw ValidationError("\(option) was given \(versions.count) times; add --matrix for a table of them.")
            }
        }
        if !matrix, app.isEmpty {
            throw ValidationError("Write --app 3.2.0, or --matrix for all versions in the file.")
        }
    }

    func run() throws {
        let bytes = try DocumentInput.read(file)
        let path = file == "-" ? "<standard input>" : file
        let policy: UpdatePolicyFile
        do throws(UpdatePolicyFile.ReadingError) {
            policy = try UpdatePolicyFile(
                bytes,
                path: path,
                flag: flag,
                timestamp: now ?? ToolFiles.secondsSince1970,
                schemes: links.all
            )
        } catch {
            if error.diagnostics.isEmpty { throw ToolError.usage(error.description) }
            for diagnostic in error.diagnostics { ToolOutput.print("\(diagnostic)") }
            throw ToolError(error.description, code: .findings)
        }
        for (option, versions, attribute) in [
            ("--app", app, EvaluationContext.Attribute.appVersion), ("--os", os, EvaluationContext.Attribute.osVersion),
        ] {
            for version in versions where !policy.canCompare(version, of: attribute) {
                throw ValidationError(
                    "\(option) \(version): ‘sem_ver’ cannot compare that; write one to three numbers, as in 3.2.0."
                )
            }
        }
        if matrix { try printMatrix(policy) } else { printAnswer(policy) }
    }

    private var known: EvaluationContext {
        var known = context.given ?? EvaluationContext()
        if let language, known[EvaluationContext.Attribute.locale] == nil {
            known[EvaluationContext.Attribute.locale] = .string(language)
        }
        return known
    }

    // MARK: One user

    private func printAnswer(_ policy: UpdatePolicyFile) {
        var known = known
        if let app = app.first { known[EvaluationContext.Attribute.appVersion] = .string(app) }
        if let os = os.first { known[EvaluationContext.Attribute.osVersion] = .string(os) }
        let answer = policy.answer(for: known, language: language)
        if json {
            ToolOutput.print(json: Self.json(answer, app: app.first, os: os.first, language: language))
            return
        }
        let person = [
            app.first.map { "version \($0)" }, os.first.map { "system \($0)" }, language.map { "language \($0)" },
        ]
        ToolOutput.print("\(person.compactMap { $0 }.joined(separator: ", ")): \(answer.decision)")
        if let notice = answer.decision.notice {
            let lines = [
                ("title", notice.title), ("message", notice.message), ("button", notice.buttonText),
                ("link", notice.storeLink), ("language", notice.language),
            ]
            for (name, text) in lines {
                let label = name + String(repeating: " ", count: 10 - name.count)
                ToolOutput.print("  \(label)\(text.map { JSONValue.oneLine($0) } ?? "none")")
            }
        }
        ToolOutput.print("  decided by \(answer.origin)")
    }

    // MARK: Matrix

    /// The largest table that is printed with a row for each version, in cells.
    private static let largestTable = 2_500
    /// The maximum number of answers that are printed as JSON.
    private static let mostAnswers = 50_000
    /// The maximum number of parts of a table that are listed.
    private static let mostAreas = 1_000

    private func printMatrix(_ policy: UpdatePolicyFile) throws {
        let matrix = try policy.matrix(
            apps: app.isEmpty ? nil : app,
            systems: os.isEmpty ? nil : os,
            context: known,
            language: language
        )
        if json { return try printJSON(matrix) }
        if matrix.count <= Self.largestTable { return printTable(matrix) }
        let merged = matrix.merged
        let size = "\(matrix.apps.count) versions of the app and \(matrix.systems.count) of the system"
        if merged.count <= Self.largestTable {
            printTable(merged)
            ToolOutput.print("\(size); neighbors with the same answers are one row, or one column.")
            return
        }
        let (areas, count) = matrix.areas(most: Self.mostAreas)
        var table = Table(header: ["app", "system", "answer"])
        for area in areas {
            table.add([area.apps, area.systems, Self.text(area.answer)].map { Table.Cell(text: $0) })
        }
        ToolOutput.print(table, flexible: 0, columns: nil)
        let rest =
            count > areas.count
            ? "\(count - areas.count) more parts are left out; name versions with --app and --os."
            : "all other combinations are up to date."
        ToolOutput.print("\(size); \(rest)")
    }

    private func printJSON(_ matrix: UpdatePolicyMatrix) throws {
        guard matrix.count <= Self.mostAnswers else {
            throw ToolError.usage(
                """
                --matrix --json would print \(matrix.count) answers, more than \(Self.mostAnswers); name versions with --app and \
                --os, or leave --json out for a summary.
                """
            )
        }
        let cells = matrix.apps.enumerated().flatMap { row, app in
            matrix.systems.enumerated().map { column, os in
                Self.json(matrix[row, column], app: app, os: os, language: language)
            }
        }
        ToolOutput.print(json: .array(cells))
    }

    private func printTable(_ matrix: UpdatePolicyMatrix) {
        var table = Table(header: ["app \\ system"] + matrix.systems)
        for (row, app) in matrix.apps.enumerated() {
            let answers = matrix.systems.indices.map { Self.text(matrix[row, $0]) }
            table.add(([app] + answers).map { Table.Cell(text: $0) })
        }
        ToolOutput.print(table, flexible: 0, columns: nil)
    }

    private static func text(_ answer: UpdatePolicyFile.Answer) -> String {
        word(answer.decision) + (answer.mark.isEmpty ? "" : " (\(answer.mark))")
    }

    private static func word(_ decision: UpdateDecision) -> String {
        switch decision {
        case .upToDate: "ok"
        case .updateRecommended: "recommended"
        case .updateRequired: "required"
        case .maintenance: "maintenance"
        }
    }

    private static func json(
        _ answer: UpdatePolicyFile.Answer,
        app: String?,
        os: String?,
        language: String?
    ) -> JSONValue {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        let notice = answer.decision.notice
        return [
            "app_version": text(app),
            "os_version": text(os),
            "language": text(language),
            "level": .string(answer.decision.level.rawValue),
            "locked": .bool(answer.decision.isLocked),
            "title": text(notice?.title),
            "message": text(notice?.message),
            "button_text": text(notice?.buttonText),
            "redirect_url": text(notice?.storeLink),
            "notice_language": text(notice?.language),
            "decided_by": .string(answer.origin),
        ]
    }
}
