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
    var category: CategoryArgument

    @Option(name: .shortAndLong, help: "What the toggle does, in a sentence.")
    var description: String

    @Option(name: .shortAndLong, help: "The team or person that maintains the toggle.")
    var owner: String

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
        if category.category == .migration, values != nil || type != nil {
            throw ValidationError("The values of a migration toggle are its stages; leave out --values and --type.")
        }
    }

    func run() throws {
        let path = try manifest.selection.file().path
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
    }

    private func declaration() throws -> ToggleDeclaration {
        let type = toggleType
        return ToggleDeclaration(
            key: key,
            category: category.category,
            type: type,
            defaultValue: try defaultValue(of: type),
            remote: remote,
            details: ToggleDetails(
                description: description,
                owner: owner,
                created: ToolFiles.today,
                expires: expires,
                isPermanent: permanent,
                issue: issue
            )
        )
    }

    private var toggleType: ToggleType {
        if category.category == .migration { return .migrationStages }
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
