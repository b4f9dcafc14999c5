import ArgumentParser

/// The running app whose values a command shows.
enum AppArgument: ExpressibleByArgument, CustomStringConvertible {
    /// The app that was started last.
    case newest
    /// The process with a number.
    case process(Int)

    init?(argument: String) {
        guard let process = Int(argument), process > 0 else { return nil }
        self = .process(process)
    }

    var description: String {
        switch self {
        // The help explains this case in its own words, instead of showing it as a default value.
        case .newest: ""
        case .process(let process): "\(process)"
        }
    }
}
