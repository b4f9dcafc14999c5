import ArgumentParser
import ToggleBase

/// A category on the command line.
struct CategoryArgument: ExpressibleByArgument {
    let category: ToggleCategory

    init?(argument: String) {
        guard let category = ToggleCategory(rawValue: argument) else { return nil }
        self.category = category
    }

    static var allValueStrings: [String] { ToggleCategory.allCases.map(\.rawValue) }

    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
