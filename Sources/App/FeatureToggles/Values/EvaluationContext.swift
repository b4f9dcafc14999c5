import ToggleBase

/// The user or device that toggles are evaluated for, and other attributes that rules can use.
///
/// Copying a context is cheap. Creating or changing one converts its attributes to the form that rules use, so
/// create one per user or request, not one per read.
public struct EvaluationContext: Sendable, Hashable {
    // Unchecked: the memory that `flat` points to is written before `init` ends, only read afterward, and exists as
    // long as the arena.
    private final class Storage: @unchecked Sendable {
        let targetingKey: String?
        let attributes: [String: JSONValue]
        let flat: FlatContext
        private let arena: FlatArena?

        init(targetingKey: String?, attributes: [String: JSONValue]) {
            self.targetingKey = targetingKey
            self.attributes = attributes
            guard targetingKey != nil || !attributes.isEmpty else {
                arena = nil
                flat = FlatContext()
                return
            }
            let arena = FlatArena(blockSize: 64 + (targetingKey?.utf8.count ?? 0) + 80 * attributes.count)
            flat = FlatContext(
                targetingKey: targetingKey.map { arena.string($0) } ?? .null,
                attributes: arena.object(
                    attributes.map {
                        FlatMember(
                            name: arena.name($0.key),
                            value: FlatValue($0.value, in: arena, depth: EvaluationContext.maximumDepth)
                        )
                    }
                )
            )
            self.arena = arena
        }
    }

    /// The maximum depth of an attribute's value: 64 levels of arrays and objects.
    ///
    /// Rules see `null` in place of deeper values.
    package static let maximumDepth = 64

    private var storage: Storage

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - targetingKey: The identifier of the user or device. The same key always gets the same variant.
    ///   - attributes: Other attributes that rules can use, by name. Rules see the targeting key as `targetingKey`,
    ///     even if an attribute has that name, and `null` in place of values nested deeper than 64 levels.
    /// - Complexity: O(*n*) in the size of the attributes.
    public init(targetingKey: String? = nil, attributes: [String: JSONValue] = [:]) {
        storage = Storage(targetingKey: targetingKey, attributes: attributes)
    }

    /// The identifier of the user or device.
    public var targetingKey: String? {
        get { storage.targetingKey }
        set { storage = Storage(targetingKey: newValue, attributes: attributes) }
    }

    /// Other attributes that rules can use, by name.
    public var attributes: [String: JSONValue] {
        get { storage.attributes }
        set { storage = Storage(targetingKey: targetingKey, attributes: newValue) }
    }

    /// The attribute with a name.
    public subscript(attribute: String) -> JSONValue? {
        get { storage.attributes[attribute] }
        set { attributes[attribute] = newValue }
    }

    /// Returns this context with everything that another one sets on top of it.
    public func overlaid(by other: EvaluationContext) -> EvaluationContext {
        EvaluationContext(
            targetingKey: other.targetingKey ?? targetingKey,
            attributes: attributes.merging(other.attributes) { $1 }
        )
    }

    /// This context in the form that rules use, in memory that this context owns.
    package var flat: FlatContext { storage.flat }

    /// Returns whether two contexts have the same targeting key, byte for byte, and the same attributes.
    public static func == (left: EvaluationContext, right: EvaluationContext) -> Bool {
        left.storage === right.storage
            || TextOfBytes.areSame(left.targetingKey, right.targetingKey) && left.attributes == right.attributes
    }

    /// Feeds the targeting key and the attributes into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(targetingKey)
        hasher.combine(attributes)
    }
}

extension EvaluationContext: CustomStringConvertible {
    /// The targeting key and the attributes, sorted by name, as JSON: `{"plan":"pro","targetingKey":"ada"}`.
    ///
    /// Rules see the same members. The description contains all values, including personal data, so don't log it in
    /// production.
    public var description: String {
        var members = attributes
        if let targetingKey { members["targetingKey"] = .string(targetingKey) }
        let texts = members.sorted { $0.key < $1.key }.map { "\(JSONValue.string($0.key)):\($0.value)" }
        return "{\(texts.joined(separator: ","))}"
    }
}
