import ArgumentParser
import ToggleBase

/// A type on the command line.
struct TypeArgument: ExpressibleByArgument {
    let type: ToggleType

    init?(argument: String) {
        guard let type = Self.types.first(where: { $0.name == argument }) else { return nil }
        self.type = type
    }

    private static let types: [ToggleType] = [.bool, .int, .double, .string, .json]

    /// The names, for completion and help.
    static let names = types.map(\.name)

    static var allValueStrings: [String] { names }
}
