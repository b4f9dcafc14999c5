/// Who is asking and from where: what rules may look at.
///
/// Copying one costs a reference. Creating or changing one copies its attributes into the form that rules walk, so
/// build one per person or request, not one per read.
public struct EvaluationContext: Sendable, Hashable {
    // Unchecked: the memory that `flat` points into is written before `init` ends, only read from then on, and lives as
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

    /// How deep the value of an attribute may be nested: 64 levels of arrays and objects.
    ///
    /// Rules see `null` instead of what lies deeper.
    public static let maximumDepth = 64

    private var storage: Storage

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - targetingKey: What identifies the person or device; the same key always gets the same variant.
    ///   - attributes: Anything else that rules may look at, by name. Rules see the targeting key as `targetingKey`,
    ///     whatever an attribute of that name says.
    /// - Complexity: O(*n*) in the size of the attributes.
    public init(targetingKey: String? = nil, attributes: [String: JSONValue] = [:]) {
        storage = Storage(targetingKey: targetingKey, attributes: attributes)
    }

    /// What identifies the person or device.
    public var targetingKey: String? {
        get { storage.targetingKey }
        set { storage = Storage(targetingKey: newValue, attributes: attributes) }
    }

    /// Anything else that rules may look at, by name.
    public var attributes: [String: JSONValue] {
        get { storage.attributes }
        set { storage = Storage(targetingKey: targetingKey, attributes: newValue) }
    }

    /// An attribute by name.
    public subscript(attribute: String) -> JSONValue? {
        get { storage.attributes[attribute] }
        set { attributes[attribute] = newValue }
    }

    /// This context with everything that another one sets in front of it.
    public func overlaid(by other: EvaluationContext) -> EvaluationContext {
        EvaluationContext(
            targetingKey: other.targetingKey ?? targetingKey,
            attributes: attributes.merging(other.attributes) { $1 }
        )
    }

    /// The form of this context that rules walk, in memory that this context owns.
    package var flat: FlatContext { storage.flat }

    /// Whether both have the same targeting key, byte for byte, and attributes.
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
