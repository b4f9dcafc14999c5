package import ArgumentParser
import ToggleBase
import ToggleLint
import ToggleManifest

/// A rule on the command line.
package enum RuleArgument {
    /// Completes the identifiers of rules.
    package static var completion: CompletionKind { .list(RuleCatalog.descriptions.map(\.identifier)) }

    /// Reads the identifier of a rule.
    ///
    /// - Throws: A validation error if there is no such rule.
    package static func read(_ argument: String) throws -> String {
        let identifiers = RuleCatalog.descriptions.map(\.identifier)
        if identifiers.contains(argument) { return argument }
        let question = Suggestion.question(for: argument, in: identifiers)
        throw ValidationError(
            "\(argument.quoted) is not a rule" + (question.isEmpty ? "; `toggles lint --list` lists them" : question)
        )
    }
}
