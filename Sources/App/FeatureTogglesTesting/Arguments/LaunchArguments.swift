public import FeatureToggles

/// Launch arguments that override toggles, for UI tests that start the app.
///
/// ```swift
/// let app = XCUIApplication()
/// app.launchArguments += LaunchArguments(.set(.newCheckout, to: true), .set(.searchRanking, to: .neural))
/// app.launch()
/// ```
///
/// It's a collection of strings. The app must be a build with overrides, and its client must read the process's launch
/// arguments, which is the default (`OverrideSources.process()`).
public struct LaunchArguments: RandomAccessCollection, Sendable, Hashable {
    /// One or more launch arguments.
    public struct Override: Sendable, Hashable {
        let strings: [String]
        /// Whether these are values of a preset, over which other overrides take precedence.
        let isPreset: Bool

        private init(_ strings: [String], isPreset: Bool = false) {
            self.strings = strings
            self.isPreset = isPreset
        }

        private init<Value: ToggleValue>(_ reference: ToggleReference, _ value: Value) {
            self.init(Self.strings(reference.key, value.json))
        }

        private static func strings(_ key: String, _ value: JSONValue) -> [String] {
            ["--toggle", "\(key)=\(value.plainText)"]
        }

        /// Overrides a release toggle; nothing in a RELEASE build of the tests, which doesn't contain its key.
        public static func set(_ toggle: ReleaseToggle, to value: Bool) -> Override {
            #if OVERRIDES
            Override(toggle.reference, value)
            #else
            Override([])
            #endif
        }

        /// Overrides an ops toggle.
        public static func set<Value: ToggleValue>(_ toggle: OpsToggle<Value>, to value: Value) -> Override {
            Override(toggle.reference, value)
        }

        /// Overrides an experiment, for all users.
        public static func set<Variant: ToggleVariant>(
            _ toggle: ExperimentToggle<Variant>,
            to value: Variant
        ) -> Override {
            Override(toggle.reference, value)
        }

        /// Overrides a permission, for all users.
        public static func set(_ toggle: PermissionToggle, to value: Bool) -> Override {
            Override(toggle.reference, value)
        }

        /// Overrides the stage of a migration.
        public static func set(_ toggle: MigrationToggle, to value: MigrationStage) -> Override {
            Override(toggle.reference, value)
        }

        /// Overrides toggles with the values of a preset that the app finds next to its local defaults file.
        ///
        /// A newly installed app has no presets; use ``preset(contentsOfFile:)`` if the test brings its own. The values
        /// only apply while the app runs. Arguments for a single toggle and the values of a
        /// ``preset(contentsOfFile:)`` take precedence, and a later named preset over an earlier one.
        public static func preset(_ name: String) -> Override {
            Override(["--toggle-preset", name])
        }

        /// Overrides toggles with the values of a preset in a file, for example in the bundle of the test.
        ///
        /// The arguments contain the values, so the app doesn't need the file. Overrides of a single toggle take
        /// precedence, and a later file over an earlier one. A text as the value of a JSON toggle can't be passed. In a
        /// RELEASE build of the tests, the file isn't read, and nothing is overridden.
        ///
        /// ```swift
        /// let path = try XCTUnwrap(Bundle(for: Self.self).path(forResource: "qa", ofType: "json"))
        /// app.launchArguments += try LaunchArguments(.preset(contentsOfFile: path), .set(.newCheckout, to: false))
        /// ```
        ///
        /// - Parameter path: A file that `toggles preset export` wrote, or a local defaults file.
        /// - Returns: The overrides.
        /// - Throws: An error if the file doesn't exist, or isn't a valid preset.
        public static func preset(contentsOfFile path: String) throws -> Override {
            #if OVERRIDES
            let values = try LocalDefaultsFile.values(ofSharedFile: path).sorted { $0.key < $1.key }
            return Override(values.flatMap { strings($0.key, $0.value) }, isPreset: true)
            #else
            return Override([])
            #endif
        }
    }

    private let strings: [String]

    /// Creates launch arguments.
    ///
    /// - Parameter overrides: The overrides. The last one of a toggle takes precedence, but one of a single toggle
    ///   takes precedence over those of presets. If you append arguments twice, later ones take precedence.
    public init(_ overrides: Override...) {
        strings = (overrides.filter(\.isPreset) + overrides.filter { !$0.isPreset }).flatMap(\.strings)
    }

    /// The first position, 0.
    public var startIndex: Int { 0 }
    /// The position after the last argument.
    public var endIndex: Int { strings.count }

    /// The argument at a position.
    public subscript(position: Int) -> String { strings[position] }
}
