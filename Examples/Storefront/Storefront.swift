import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A shop in the terminal that redraws itself when one of its toggles changes.
///
/// On a terminal it runs until Ctrl-C. Otherwise it prints every toggle with its value and source, follows one change,
/// and ends.
@main
struct Storefront {
    static func main() async {
        if CommandLine.arguments.contains("--help") {
            print(usage)
        } else if isatty(STDOUT_FILENO) == 1 {
            await Window(client: makeClient(overrides: .process())).run()
        } else {
            await demonstrate()
        }
    }

    private static let usage = """
        USAGE: storefront [--flags FILE] [--enable-toggle KEY] [--disable-toggle KEY] [--toggle KEY=VALUE]

        A shop that redraws itself when a toggle changes. Without a terminal it prints every toggle
        and one change being followed.

          --flags FILE           a flagd document to follow as remote config
          --enable-toggle KEY    switch a Boolean toggle on
          --disable-toggle KEY   switch a Boolean toggle off
          --toggle KEY=VALUE     give a toggle a value
        """

    /// The one place that knows the live client; everything else is handed `any FeatureToggle`.
    static func makeClient(overrides: OverrideSources) -> ToggleClient {
        var arguments = CommandLine.arguments.dropFirst().makeIterator()
        var remote: FileRemoteSource?
        while let argument = arguments.next() {
            if argument == "--flags", let path = arguments.next() { remote = FileRemoteSource(path: path) }
        }
        return ToggleClient(
            registries: [StorefrontToggles.registry],
            overrides: overrides,
            remote: remote,
            context: .device(appVersion: "2.1.0").overlaid(by: person)
        )
    }

    /// The person at the terminal.
    ///
    /// An app takes the account's identifier here, or an installation's own random one.
    static let person = EvaluationContext(targetingKey: "person-at-the-terminal")
}
