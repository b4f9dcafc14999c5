import ToggleLint
import ToggleManifest

/// What one file says, before what other files say is known.
struct FileFacts: Sendable, Hashable {
    /// A use, and the calls that may prove it.
    struct Use: Sendable, Hashable {
        /// The use as the file alone shows it.
        var use: ToggleUse
        /// The call that it is passed to, when that call would prove that a toggle is meant.
        var callee: Callee?
        /// The types that the argument would have to have.
        var types: [String] = []
    }

    /// An argument of a call.
    struct Callee: Sendable, Hashable {
        /// The base name of the function, or the name of the type for its initializers.
        var name: String
        /// The label; empty where there is none.
        var label: String
    }

    /// A parameter that takes a key.
    struct Signature: Sendable, Hashable {
        /// How it is passed.
        var callee: Callee
        /// The type.
        var type: String
    }

    /// The uses.
    var uses: [Use] = []
    /// Comments that tell the linter to be quiet.
    var suppressions: [CodeSuppression] = []
    /// Why it does not parse.
    var problem: Diagnostic?
    /// The parameters that take keys.
    var signatures: [Signature] = []

    /// Whether there is nothing to be said.
    var isEmpty: Bool { uses.isEmpty && suppressions.isEmpty && problem == nil && signatures.isEmpty }
}
