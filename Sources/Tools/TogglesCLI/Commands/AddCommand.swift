import ArgumentParser
import FeatureToggles
import ToggleBase
import ToggleManifest
import ToggleTool

/// The command `toggles add`.
struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds a toggle to the manifest, preserving its comments and layout.",
        discussion: """
            On a terminal, the command asks for what is missing. The section ‘defaults’ of the manifest can name the owner \
            and the expiry date of toggles without their own.

            EXAMPLES
              toggles add new_checkout --category release --owner payments \\
                --description "One-page checkout." --expires 2026-12-31
              toggles add search_ranking --category ops --values classic,neural \\
                --owner search --description "Which ranking the search uses." \\
                --remote search_ranking_2
              toggles add page_size --category ops --type int --default 20 --owner search \\
                --description "Results per page." --permanent
            """
    )

    @OptionGroup var manifest: ManifestOptions

    @Argument(help: "The toggle's key in snake_case.")
    var key: String

    @Option(name: .shortAndLong, help: "release, ops, experiment, permission, or migration.")
    var category: CategoryArgument?

    @Option(name: .shortAndLong, help: "What the toggle does, in a sentence.")
    var description: String?

    @Option(
        name: .shortAndLong,
        help: "The team or person that maintains the toggle. Default: the owner in the manifest's ‘defaults’."
    )
    var owner: String?

    @Option(help: "For ops toggles: bool, int, double, string, or json.", completion: .list(TypeArgument.names))
    var type: TypeArgument?

    @Option(help: "The allowed values, separated by commas.", transform: Self.separated)
    var values: [String]?

    @Option(help: "The value if no source has one. Default: false, off, or the first of the values.")
    var `default`: String?

    @Option(help: "The remote parameter, if it differs from the key.")
    var remote: String?

    @Option(help: "The date by which to remove the toggle, as YYYY-MM-DD.", transform: DateArgument.read)
    var expires: CalendarDate?

    @Flag(help: "Declare the toggle as permanent, without an expiry date.")
    var permanent = false

    @Option(help: "The ticket that the toggle belongs to.")
    var issue: String?

    func validate() throws {
        if values != nil, type != nil { throw ValidationError("Write --values or --type, not both.") }
        if expires != nil, permanent { throw ValidationError("Write --expires or --permanent, not both.") }
        if category?.category == .migration, values != nil || type != nil {
            throw ValidationError("The values of a migration toggle are its stages; leave out --values and --type.")
        }
    }

    func run() throws {
        let path = try manifest.selection.file().path
        var command = self
        try checkKey(in: path)
        // Before the questions, because an invalid manifest is reported below.
        if let defaults = Manifest.parse(try ToolFiles.readProjectFile(path), path: path).manifest?.defaults {
            try command.askForRest(defaults)
        }
        try command.add(to: path)
    }

    /// Refuses a key that can't be added, before asking for what is missing.
    private func checkKey(in path: String) throws {
        try EditingOptions.convertingErrors {
            var editor = try ManifestEditor(ToolFiles.readProjectFile(path), path: path)
            let details = ToggleDetails(description: "-", owner: "-", created: ToolFiles.today, isPermanent: true)
            let toggle = ToggleDeclaration(
                key: key,
                category: .ops,
                type: .bool,
                defaultValue: false,
                details: details
            )
            try editor.add(toggle)
        }
    }

    private func add(to path: String) throws {
        try ToolFiles.editing([path]) {
            let bytes = try ToolFiles.readProjectFile(path)
            let edited = try EditingOptions.convertingErrors {
                var editor = try ManifestEditor(bytes, path: path)
                try editor.add(declaration())
                return editor.bytes
            }
            try FileWriting.replace([FileEdit(path: path, old: bytes, new: edited)])
        }
        ToolOutput.print("Added \(key) to \(path)")
        if let read = try declaration().readExample {
            ToolOutput.print("After the next build, read it with `toggles.\(read)`.")
        }
    }

    /// Asks for what is missing on a terminal.
    ///
    /// - Throws: ``ToolError`` that lists what is missing, without a terminal.
    private mutating func askForRest(_ defaults: ManifestDefaults) throws {
        func isMissing(_ category: ToggleCategory?) -> [String] {
            let hasOwner = owner != nil || category.flatMap { defaults.owner(of: $0) } != nil
            let isLimited = category.map { !$0.usuallyStays || defaults.lifetime(of: $0) != nil } ?? true
            return (category == nil ? ["--category"] : []) + (description == nil ? ["--description"] : [])
                + (hasOwner ? [] : ["--owner"])
                + (isLimited || expires != nil || permanent ? [] : ["--expires or --permanent"])
                + (category == .experiment && values == nil ? ["--values"] : [])
        }
        let missing = isMissing(category?.category)
        guard !missing.isEmpty else { return }
        guard ToolOutput.canAsk else {
            throw ToolError.usage(
                "Missing: \(missing.joined(separator: ", ")). On a terminal, `toggles add \(key)` asks for \(missing.count == 1 ? "it" : "them")."
            )
        }
        let category =
            try self.category
            ?? ToolOutput.ask(
                "Category (\(CategoryArgument.allValueStrings.joined(separator: ", ")))?",
                expecting: "one of the categories"
            ) { CategoryArgument(argument: $0) }
        self.category = category
        description =
            try description
            ?? ToolOutput.ask("What does it do, in a sentence?", expecting: "a sentence") { $0.isEmpty ? nil : $0 }
        if category.category == .experiment, values == nil {
            values = try ToolOutput.ask(
                "Which variants, separated by commas?",
                expecting: "at least two names, such as control, treatment"
            ) { text -> [String]? in
                let names = Self.separated(text)
                return names.count < 2 || names.contains("") ? nil : names
            }
        }
        if owner == nil, defaults.owner(of: category.category) == nil {
            let question = "Which team or person owns it?"
            owner = try ToolOutput.ask(question, expecting: "a name") { $0.isEmpty ? nil : $0 }
        }
        guard expires == nil, !permanent, defaults.lifetime(of: category.category) == nil else { return }
        let needsLifetime = category.category.usuallyStays
        let more = needsLifetime ? "or ‘permanent’" : "‘permanent’, or Return for no date"
        let today = ToolFiles.today
        let example = today.map { "\($0.adding(days: 60))" } ?? "2030-01-31"
        let lifetime = try ToolOutput.ask(
            "When does it expire (YYYY-MM-DD, \(more))?",
            expecting: "a day that isn't in the past, such as \(example), or ‘permanent’"
        ) { text -> String? in
            let isLimit = CalendarDate(text).map { $0 >= today ?? $0 } ?? false
            return text.isEmpty && !needsLifetime || text == "permanent" || isLimit ? text : nil
        }
        permanent = lifetime == "permanent"
        expires = CalendarDate(lifetime)
    }

    private func declaration() throws -> ToggleDeclaration {
        let type = toggleType
        return ToggleDeclaration(
            key: key,
            category: category?.category ?? .release,
            type: type,
            defaultValue: try defaultValue(of: type),
            remote: remote,
            details: ToggleDetails(
                description: description ?? "",
                owner: owner ?? "",
                created: ToolFiles.today,
                expires: expires,
                isPermanent: permanent,
                issue: issue
            )
        )
    }

    private var toggleType: ToggleType {
        if category?.category == .migration { return .migrationStages }
        return values.map { .variants($0) } ?? type?.type ?? .bool
    }

    private func defaultValue(of type: ToggleType) throws -> JSONValue {
        if let text = self.default {
            do {
                return try type.value(fromText: text, of: key, roundsIntegers: false)
            } catch {
                throw ToolError.usage(error.sentence)
            }
        }
        switch type {
        case .bool: return false
        case .variants(let names): return .string(names.first ?? "")
        case .int, .double, .string, .json:
            throw ToolError.usage("‘\(key)’ needs --default, which is \(type.expectation).")
        }
    }

    private static func separated(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }
}

extension ToggleDeclaration {
    /// The call that reads the toggle; `nil` for a migration toggle, which a `Migration` reads.
    fileprivate var readExample: String? {
        switch category {
        case .release: "isEnabled(.\(swiftName))"
        case .ops: type == .bool ? "isEnabled(.\(swiftName))" : "value(of: .\(swiftName))"
        case .experiment: "variant(of: .\(swiftName), for: context)"
        case .permission: "isEnabled(.\(swiftName), for: context)"
        case .migration: nil
        }
    }
}
