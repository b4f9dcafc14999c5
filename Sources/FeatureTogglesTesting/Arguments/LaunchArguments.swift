public import FeatureToggles

/// Launch arguments that override toggles, for UI tests that start the app.
///
/// ```swift
/// let app = XCUIApplication()
/// app.launchArguments += LaunchArguments(.set(.newCheckout, to: true), .preset("qa"))
/// app.launch()
/// ```
///
/// It's a collection of strings. The app must be a build with overrides, and its client must read the process's launch
/// arguments, which is the default (`OverrideSources.process()`).
public struct LaunchArguments: RandomAccessCollection, Sendable, Hashable {
    /// One or more launch arguments.
    public struct Override: Sendable, Hashable {
        let strings: [String]

        private init(_ strings: [String]) {
            self.strings = strings
        }

        private init<Value: ToggleValue>(_ reference: ToggleReference, _ value: Value) {
            self.init(["--toggle", "\(reference.key)=\(value.json.plainText)"])
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

        /// Overrides toggles with the values of a preset, next to the app's local defaults file.
        ///
        /// The values only apply while the app runs. Arguments for a single toggle take precedence over those of a
        /// preset, and a later preset over an earlier one.
        public static func preset(_ name: String) -> Override {
            Override(["--toggle-preset", name])
        }
    }

    private let strings: [String]

    /// Creates launch arguments.
    ///
    /// - Parameter overrides: The overrides. The last one of a toggle takes precedence.
    public init(_ overrides: Override...) {
        strings = overrides.flatMap(\.strings)
    }

    /// The first position, 0.
    public var startIndex: Int { 0 }
    /// The position after the last argument.
    public var endIndex: Int { strings.count }

    /// The argument at a position.
    public subscript(position: Int) -> String { strings[position] }
}
