package import FeatureToggles
package import ToggleManifest

/// The `lint:` section of a manifest.
///
/// ```yaml
/// lint:
///   included: [Sources, App]            # folders or globs; default: everything but hidden and build folders
///   excluded: ["**/Generated/**"]
///   tests: ["**/*Tests/**"]             # which files are tests
///   debug_menus: ["**/DebugMenu/**"]    # which files are debug menus
///   scripts: ["Scripts/*.sh"]           # which scripts may name keys
///   document: Config/flags.json         # the remote document
///   rules:
///     expired_toggle: error             # off, note, warning, error
///     aged_toggle: { severity: warning, release: 30 }
///     unused_toggle: { categories: { permission: off } }
///   grace: 7                            # days after its expiry in which a toggle is no error
///   allow:
///     - { rule: unused_toggle, toggle: new_checkout, reason: Waits for 2.4., until: 2027-01-31 }
///     - { rule: orphaned_parameter, parameter: old_menu, reason: For 1.x., until: 2027-01-31 }
///   sources:                            # other people's toggles
///     - { type: FeatureFlag, file: Core/FeatureFlag.swift, kind: cases, key: raw_value, reads: [isFeatureOn] }
/// ```
package struct LintConfiguration: Sendable {
    /// A toggle, or all, that a rule leaves alone for a while.
    package struct Allowance: Sendable, Hashable {
        /// The rule.
        package var rule: String
        /// The toggle's key; `nil` for every toggle.
        package var toggle: String?
        /// The remote parameter; `nil` for every one, and for what is about none.
        package var parameter: String?
        /// Why.
        package var reason: String
        /// The last day.
        package var until: CalendarDate
        /// Where it stands in the manifest; `nil` when it does not.
        package var range: SourceRange?

        /// Creates an allowance.
        package init(
            rule: String,
            toggle: String?,
            parameter: String? = nil,
            reason: String,
            until: CalendarDate,
            range: SourceRange? = nil
        ) {
            self.rule = rule
            self.toggle = toggle
            self.parameter = parameter
            self.reason = reason
            self.until = until
            self.range = range
        }
    }

    /// A declaration of toggles that a team has already.
    package struct DeclarationSource: Sendable, Hashable {
        /// What a toggle is in that declaration.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            /// A case of an enum.
            case cases
            /// A static property of a type or of an extension of it.
            case staticProperties = "static_properties"
            /// A property under an attribute or attached macro.
            case attributedProperties = "attributed_properties"
            /// A text given to a function.
            case stringKeys = "string_keys"
        }

        /// How a declaration becomes a key.
        package enum KeyStyle: String, Sendable, Hashable, CaseIterable {
            /// The raw value, the name where there is none.
            case rawValue = "raw_value"
            /// The name as it is.
            case name
            /// The name in snake_case.
            case snakeCase = "snake_case"
        }

        /// What a toggle is.
        package var kind: Kind
        /// The name of the type; for ``Kind/attributedProperties`` the name of the attribute; for ``Kind/stringKeys`` the
        /// name of the function, with the label of the argument where it is not the first: `isOn(key:)`.
        package var type: String
        /// The file of the declaration; `nil` looks everywhere.
        package var file: String?
        /// How it becomes a key.
        package var key: KeyStyle
        /// The base names of calls that read it; empty when any mention is a read.
        package var reads: [String]

        /// Creates a source.
        package init(kind: Kind, type: String, file: String? = nil, key: KeyStyle = .rawValue, reads: [String] = []) {
            self.kind = kind
            self.type = type
            self.file = file
            self.key = key
            self.reads = reads
        }
    }

    /// Folders or globs that are searched; empty for everything.
    package var included: [String] = []
    /// Folders or globs that are not searched.
    package var excluded: [String] = []
    /// Which files are tests, beside those that lie in a folder `Tests` or whose name ends in `Tests`.
    package var tests: [String] = []
    /// Which files are debug menus.
    package var debugMenus: [String] = []
    /// Which scripts may name keys.
    package var scripts: [String] = []
    /// The remote document, relative to the root of the project.
    package var document: String?
    /// The severity of rules that differ from their default; `.some(nil)` is off.
    package var severities: [String: Finding.Severity?] = [:]
    /// The severity of rules for toggles of a category, where it differs: rule, category; `.some(nil)` is off.
    package var categorySeverities: [String: [ToggleCategory: Finding.Severity?]] = [:]
    /// For how many days after its expiry a toggle is no error.
    package var grace = 7
    /// Whole numbers of rules: rule, option, value.
    package var options: [String: [String: Int]] = [:]
    /// What rules leave alone.
    package var allowances: [Allowance] = []
    /// Other people's toggles.
    package var sources: [DeclarationSource] = []
    /// Where the entries of ``sources`` stand in the manifest.
    package var sourceRanges: [SourceRange] = []

    /// Creates the configuration of a manifest that says nothing.
    package init() {}
}
