public import FeatureToggles

/// Launch arguments that override toggles, for UI tests that start the app.
///
/// ```swift
/// let app = XCUIApplication()
/// app.launchArguments += LaunchArguments(.set(.newCheckout, to: true), presets: "qa")
/// app.launch()
/// ```
///
/// It's a collection of strings. The app must be a build with overrides, and its client must read the process's launch
/// arguments, which is the default (`OverrideSources.process()`).
public struct LaunchArguments: RandomAccessCollection, Sendable, Hashable {
    private let strings: [String]

    /// Creates launch arguments.
    ///
    /// The values of a preset only apply while the app runs. Settings of single toggles take precedence over presets,
    /// and a later preset over an earlier one. Release toggles are left out in a RELEASE build of the tests, which
    /// doesn't contain their keys.
    ///
    /// - Parameters:
    ///   - settings: The values of toggles, for all users. The last one of a toggle takes precedence.
    ///   - presets: The names of presets next to the app's local defaults file.
    public init(_ settings: ToggleSetting..., presets: String...) {
        let toggles = settings.compactMap { setting in
            setting.value.map { "\(setting.key)=\($0.plainText)" }
        }
        strings = toggles.flatMap { ["--toggle", $0] } + presets.flatMap { ["--toggle-preset", $0] }
    }

    /// The first position, 0.
    public var startIndex: Int { 0 }
    /// The position after the last argument.
    public var endIndex: Int { strings.count }

    /// The argument at a position.
    public subscript(position: Int) -> String { strings[position] }
}
