import DocumentSyntax
import ToggleBase
package import ToggleManifest

/// The parameters of a valid remote document, with their locations.
///
/// Invalid parts are omitted here; `toggles check` reports them.
package struct DocumentOutline: Sendable {
    /// One of a flag's values.
    package struct Variant: Sendable {
        /// The name.
        package let name: String
        /// The value.
        package let value: JSONValue
        /// The location of the value.
        package let range: SourceRange
    }

    /// A flag of the document.
    package struct Parameter: Sendable {
        /// The flag's key.
        package let key: String
        /// The location of the key.
        package let keyRange: SourceRange
        /// The location of the whole flag, from its key to the end of its definition.
        package let range: SourceRange
        /// The values that it can have.
        package let variants: [Variant]
        /// The name of the variant that is used if the rule doesn't choose one.
        package let defaultVariant: String?
        /// The single value that every targeting key gets according to the definition, if there is one.
        package let valueForAllUsers: JSONValue?
        /// The definition.
        let definition: LocatedValue
        /// Whether every user gets the code's default: the flag is disabled, names no variant, or is invalid.
        package let leavesCodeDefault: Bool
        /// The shares in its rule, at any depth; empty if every user gets the code's default.
        package let rollouts: [Rollout]
        /// The metadata of the flag.
        package let metadata: JSONObject

        /// The possible answers, according to the definition.
        ///
        /// - Complexity: O(*n*) in the size of the definition, each time.
        package var answers: FlagAnswers { FlagAnswers(definition) }

        /// Whether the answer is `true` for every context.
        package var isOnForAllUsers: Bool { valueForAllUsers == .bool(true) }
    }

    /// The shares of a `fractional` with constant variants and weights.
    package struct Rollout: Sendable {
        /// The variants and their weights, in the order of the text.
        package let shares: [(variant: String, weight: Int)]
        /// The location of the `fractional` with its shares.
        package let range: SourceRange
    }

    /// The flags in the order of the document.
    package let parameters: [Parameter]
    /// The metadata of the document.
    package let metadata: JSONObject
    /// The indices of the flags by key.
    private let indices: [String: Int]

    /// Returns the flag with a key, if there is one.
    package subscript(key: String) -> Parameter? {
        indices[key].map { parameters[$0] }
    }

    /// Reads a document; returns `nil` if the text isn't JSON, or isn't a document with flags by key.
    ///
    /// - Parameter text: JSON in UTF-8.
    /// - Complexity: O(*n*) in the size of the text.
    package init?(_ text: [UInt8]) {
        guard let root = try? LocatedReader.read(text), let flags = root["flags"]?.value.members else { return nil }
        var offsets: Set<Int> = []
        func note(_ range: Range<Int>) { offsets.formUnion([range.lowerBound, range.upperBound]) }
        let rollouts = flags.map { flag in
            // No user is in the shares of a rule that was set aside.
            flag.value["targeting"].map { LocatedKill($0.value) == nil ? LocatedShares.all(in: $0.value) : [] } ?? []
        }
        for flag in flags {
            note(flag.nameRange)
            note(flag.value.range)
            for variant in flag.value["variants"]?.value.members ?? [] { note(variant.value.range) }
        }
        for rollout in rollouts.joined() { note(rollout.range) }
        let places = SourceLocation.locations(of: Array(offsets), in: text)
        func range(_ range: Range<Int>) -> SourceRange {
            let nowhere = SourceLocation(line: 1, column: 1, offset: 0)
            return SourceRange(
                start: places[range.lowerBound] ?? nowhere,
                end: places[range.upperBound] ?? places[range.lowerBound] ?? nowhere
            )
        }
        var indices: [String: Int] = [:]
        var parameters: [Parameter] = []
        for (flag, rollouts) in zip(flags, rollouts) {
            let definition = flag.value
            guard definition.members != nil else { continue }
            let leavesCodeDefault = definition.leavesCodeDefault
            let parameter = Parameter(
                key: flag.name,
                keyRange: range(flag.nameRange),
                range: range(flag.nameRange.lowerBound..<max(flag.nameRange.lowerBound, flag.value.range.upperBound)),
                variants: (flag.value["variants"]?.value.members ?? []).map {
                    Variant(name: $0.name, value: $0.value.json, range: range($0.value.range))
                },
                defaultVariant: flag.value["defaultVariant"]?.value.string,
                valueForAllUsers: definition.valueForAllUsers,
                definition: definition,
                leavesCodeDefault: leavesCodeDefault,
                rollouts: leavesCodeDefault
                    ? []
                    : rollouts.map { rollout in
                        Rollout(
                            shares: rollout.line.pieces.map { ($0.variant, $0.weight) },
                            range: range(rollout.range)
                        )
                    },
                metadata: Self.object(definition["metadata"]?.value.json)
            )
            // Of duplicate flags, readers use the last one.
            if let index = indices[flag.name] {
                parameters[index] = parameter
            } else {
                indices[flag.name] = parameters.count
                parameters.append(parameter)
            }
        }
        self.parameters = parameters
        self.indices = indices
        metadata = Self.object(root["metadata"]?.value.json)
    }

    private static func object(_ value: JSONValue?) -> JSONObject {
        if case .object(let object)? = value { object } else { [:] }
    }
}
