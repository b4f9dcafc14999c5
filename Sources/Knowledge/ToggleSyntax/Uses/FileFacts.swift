import ToggleLint
import ToggleManifest

/// The facts of one file, before those of other files are known.
struct FileFacts: Sendable, Hashable {
    /// A use, and the calls that may prove it.
    struct Use: Sendable, Hashable {
        /// The use, as far as the file alone shows it.
        var use: ToggleUse
        /// The call that receives it, if that call can prove that it is a toggle.
        var callee: Callee?
        /// The types that prove it; the argument must have one of them.
        var types: [String] = []
    }

    /// An argument of a call.
    struct Callee: Sendable, Hashable {
        /// The base name of the function, or the name of the type for its initializers.
        var name: String
        /// The label; empty for an argument without one.
        var label: String
    }

    /// A parameter that takes a key.
    struct Signature: Sendable, Hashable {
        /// The argument that passes it.
        var callee: Callee
        var type: String
    }

    var uses: [Use] = []
    /// The comments that suppress findings.
    var suppressions: [CodeSuppression] = []
    /// The syntax error of the file, if there is one.
    var problem: Diagnostic?
    /// The parameters that take keys.
    var signatures: [Signature] = []

    /// Whether the file has no facts.
    var isEmpty: Bool { uses.isEmpty && suppressions.isEmpty && problem == nil && signatures.isEmpty }
}
