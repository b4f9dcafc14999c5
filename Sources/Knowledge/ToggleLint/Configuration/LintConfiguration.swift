package import ToggleManifest

/// The `lint:` section of a manifest.
///
/// Paths and globs are relative to the folder of the manifest.
///
/// ```yaml
/// lint:
///   included: [Sources, App]            # folders or globs; default: everything but hidden and build folders
///   excluded: ["**/Generated/**"]
///   tests: ["**/*Tests/**"]             # files that are tests
///   debug_menus: ["**/DebugMenu/**"]    # files that are debug menus
///   scripts: ["Scripts/*.sh"]           # scripts that may contain toggle keys
///   rules:
///     expired_toggle: error             # off, note, warning, error
///     aged_toggle: { severity: warning, release: 30 }
///     unused_toggle: { categories: { permission: off } }
///   grace: 7                            # days after the expiry date before an expired toggle is an error
///   allow:
///     - { rule: unused_toggle, toggle: new_checkout, reason: Waiting for 2.4., until: 2027-01-31 }
///     - { rule: orphaned_parameter, parameter: old_menu, reason: For 1.x., until: 2027-01-31 }
///   releases: { tags: "v{version}", supported: 2.4 }  # released versions, and the oldest that users may run
///   sources:                            # toggles that existing code declares
///     - { type: FeatureFlag, file: Core/FeatureFlag.swift, kind: cases, key: raw_value, reads: [isFeatureOn] }
/// ```
package struct LintConfiguration: Sendable {
    /// The place of an entry in a manifest.
    package struct Place: Sendable, Hashable {
        /// The path of the manifest, relative to the root of the project.
        package var path: String
        /// The range of the entry.
        package var range: SourceRange

        package init(path: String, range: SourceRange) {
            self.path = path
            self.range = range
        }
    }

    /// A temporary exception from a rule, for one toggle or parameter or for all.
    package struct Allowance: Sendable, Hashable {
        package var rule: String
        /// The toggle's key; `nil` for every toggle.
        package var toggle: String?
        /// The remote parameter; `nil` for every parameter, and for findings that aren't about one.
        package var parameter: String?
        /// The reason for the exception.
        package var reason: String
        /// The last day on which it applies.
        package var until: CalendarDate
        /// Its manifest and its range there; `nil` if it isn't in a manifest.
        package var place: Place?

        package init(
            rule: String,
            toggle: String?,
            parameter: String? = nil,
            reason: String,
            until: CalendarDate,
            place: Place? = nil
        ) {
            self.rule = rule
            self.toggle = toggle
            self.parameter = parameter
            self.reason = reason
            self.until = until
            self.place = place
        }
    }

    /// An existing declaration of toggles in a team's code.
    package struct DeclarationSource: Sendable, Hashable {
        /// The kind of Swift declaration or text that is a toggle.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            /// A case of an enum.
            case cases
            /// A static property of a type or of an extension of it.
            case staticProperties = "static_properties"
            /// A property with an attribute or attached macro.
            case attributedProperties = "attributed_properties"
            /// A property of the objects of a type, or a requirement of a protocol.
            case instanceProperties = "instance_properties"
            /// A condition of `#if`.
            case compilationConditions = "compilation_conditions"
            /// A Boolean variable of a feature in a file of Nimbus.
            case nimbusFeatures = "nimbus_features"
            /// A string literal passed to a function.
            case stringKeys = "string_keys"
        }

        /// The way to derive a key from a declaration.
        package enum KeyStyle: String, Sendable, Hashable, CaseIterable {
            /// The raw value, or the name if there is no raw value.
            case rawValue = "raw_value"
            /// The unchanged name.
            case name
            /// The name in snake_case.
            case snakeCase = "snake_case"
            /// The name of the type and the name, in snake_case: `checkout_config_is_enabled`.
            case typeName = "type_name"
        }

        /// The kind of declaration that is a toggle.
        package var kind: Kind
        /// The name of the type; for ``Kind/attributedProperties`` the name of the attribute; for ``Kind/stringKeys``
        /// the name of the function, with the argument's label unless it is unlabeled: `isOn(key:)` or `isOn`; for
        /// ``Kind/compilationConditions`` the name of the condition, or a glob: `FEATURE_*`; for ``Kind/nimbusFeatures``
        /// the generated class.
        package var type: String
        /// The file of the declaration, or a glob; `nil` to search all files.
        package var file: String?
        /// The way to derive a key.
        package var key: KeyStyle
        /// The names by which code reads a toggle; if empty, every mention is a read.
        ///
        /// A name is the base name of a call, `subscript`, a property of the toggle, or the type or variable whose
        /// property with the toggle's name is its value.
        package var reads: [String]
        /// The names of members that aren't toggles.
        package var except: [String]

        package init(
            kind: Kind,
            type: String,
            file: String? = nil,
            key: KeyStyle = .rawValue,
            reads: [String] = [],
            except: [String] = []
        ) {
            self.kind = kind
            self.type = type
            self.file = file
            self.key = key
            self.reads = reads
            self.except = except
        }
    }

    /// How released versions are found, and which of them users may run.
    package struct Releases: Sendable, Hashable {
        /// The form of their tags; `nil` for the usual ones.
        package var tags: String?
        /// The oldest version that users may run.
        package var supported: String?
        /// The update policy that states it, relative to the folder of the manifest.
        package var policy: String?

        package init(tags: String? = nil, supported: String? = nil, policy: String? = nil) {
            self.tags = tags
            self.supported = supported
            self.policy = policy
        }
    }

    /// Folders or globs to search; empty for everything.
    package var included: [String] = []
    /// Folders or globs to skip.
    package var excluded: [String] = []
    /// The files that are tests, in addition to files in a folder `Tests` or one whose name ends in `Tests`.
    package var tests: [String] = []
    /// The files that are debug menus.
    package var debugMenus: [String] = []
    /// The scripts that may contain toggle keys.
    package var scripts: [String] = []
    /// The severities of rules that differ from the default; `.some(nil)` means off.
    package var severities: [String: Finding.Severity?] = [:]
    /// The severities of rules for one category, where they differ: rule, category; `.some(nil)` means off.
    package var categorySeverities: [String: [ToggleCategory: Finding.Severity?]] = [:]
    /// The number of days after its expiry date before an expired toggle is an error.
    package var grace: Int {
        get { ownGrace ?? 7 }
        set { ownGrace = newValue }
    }
    /// The number of days as the manifest states it; `nil` for the default.
    var ownGrace: Int?
    /// The numeric options of rules: rule, option, value.
    package var options: [String: [String: Int]] = [:]
    /// The exceptions from rules.
    package var allowances: [Allowance] = []
    /// The toggles that existing code declares.
    package var sources: [DeclarationSource] = []
    /// How released versions are found.
    package var releases = Releases()
    /// The places of the entries of ``sources``.
    package var sourcePlaces: [Place] = []

    /// Creates the configuration of a manifest without a `lint:` section.
    package init() {}
}
