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
        /// The keys of the flags in whose case of a `switch` it is; it counts only if the app reads one of these.
        var through: [String] = []
        /// The list or dictionary in which it is; it may be read if code goes through the elements.
        var table: String?
        /// Whether it is in code that looks like a menu of flags, by its names.
        var isInMenu = false
        /// Whether it is a member of an object, which counts only if generated code mirrors the flag there.
        var needsMirror = false
        /// The type before the name, if it may be an alias of the type of flags; for a certain use, the type that code
        /// translates into it.
        var base: String?
    }

    /// What a function or property that reads flags returns for one of them, or what a property is.
    struct Answer: Sendable, Hashable {
        /// The key of the flag; empty for all flags of the declaration.
        var key: String
        /// The index of the existing declaration.
        var source: Int
        /// The constant; `nil` if it depends on something.
        var value: Bool?
        var range: SourceRange
    }

    /// An argument of a call.
    struct Callee: Sendable, Hashable {
        /// The base name of the function, or the name of the type for its initializers.
        var name: String
        /// The label; empty for an argument without one.
        var label: String

        /// The label of the subscript of a type with `@dynamicMemberLookup`.
        static let dynamicMember = "dynamicMember"

        /// Returns the assignment of a property, which accepts a flag if the property's type does.
        static func property(_ name: String) -> Self { Self(name: "=", label: name) }
        /// Whether people know the call by its name.
        var isNamed: Bool { name != "=" && label != Self.dynamicMember }
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
    /// The values of flags as production code computes them.
    var answers: [Answer] = []
    /// The keys of the flags that have a property of the same name in this file, which is generated.
    var mirrors: [String] = []

    /// Whether the file has no facts.
    var isEmpty: Bool {
        uses.isEmpty && suppressions.isEmpty && problem == nil && signatures.isEmpty && answers.isEmpty
            && mirrors.isEmpty
    }
}

extension Vocabulary.Word {
    /// Returns the answers of code that assigns a value to what may be one of the static properties with this name.
    func assignments(range: SourceRange, in vocabulary: Vocabulary) -> [FileFacts.Answer] {
        members.compactMap { member in
            guard let source = member.source, vocabulary.sources[source].kind == .staticProperties else { return nil }
            return FileFacts.Answer(key: member.key, source: source, value: nil, range: range)
        }
    }
}
