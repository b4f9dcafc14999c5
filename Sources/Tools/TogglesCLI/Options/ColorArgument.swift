import ArgumentParser
import ToggleConsole

/// When to use colors, on the command line.
enum ColorArgument: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never

    var color: ConsoleOptions.Color {
        switch self {
        case .auto: .auto
        case .always: .always
        case .never: .never
        }
    }
}
