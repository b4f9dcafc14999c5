import ToggleBase
import ToggleManifest

extension ToggleDeclaration {
    /// Creates a declaration for tests, with defaults for irrelevant fields.
    init(
        _ key: String,
        _ category: ToggleCategory,
        type: ToggleType = .bool,
        default defaultValue: JSONValue = .bool(false),
        remote: String? = nil,
        retired: [String] = [],
        description: String = "What it does.",
        owner: String = "platform",
        created: CalendarDate? = CalendarDate("2026-11-01"),
        expires: CalendarDate? = CalendarDate("2026-12-15"),
        isPermanent: Bool = false,
        issue: String? = nil
    ) {
        let words = key.split(separator: "_")
        let name = words.dropFirst().reduce(String(words.first ?? "")) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
        let start = SourceLocation(line: 1, column: 1, offset: 0)
        self.init(
            key: key,
            swiftName: name,
            category: category,
            type: category == .migration ? .migrationStages : type,
            defaultValue: category == .migration && defaultValue == .bool(false) ? .string("off") : defaultValue,
            remote: remote,
            retired: retired,
            details: ToggleDetails(
                description: description,
                owner: owner,
                created: created,
                expires: isPermanent ? nil : expires,
                isPermanent: isPermanent,
                issue: issue
            ),
            location: SourceRange(start: start, end: start)
        )
    }
}

extension Manifest {
    /// Creates a manifest for tests.
    init(access: Access = .internal, _ toggles: ToggleDeclaration...) {
        self.init(namespace: "AppToggles", access: access, toggles: toggles)
    }
}
