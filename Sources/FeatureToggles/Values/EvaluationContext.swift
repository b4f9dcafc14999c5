/// Who is asking and from where: what rules may look at.
///
/// Copying one costs a reference.
public struct EvaluationContext: Sendable, Hashable {
    private final class Storage: Sendable {
        let targetingKey: String?
        let attributes: [String: JSONValue]

        init(targetingKey: String?, attributes: [String: JSONValue]) {
            self.targetingKey = targetingKey
            self.attributes = attributes
        }
    }

    private var storage: Storage

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - targetingKey: What identifies the person or device; the same key always gets the same variant.
    ///   - attributes: Anything else that rules may look at, by name.
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

    /// Whether both have the same targeting key and attributes.
    public static func == (left: EvaluationContext, right: EvaluationContext) -> Bool {
        left.storage === right.storage
            || left.targetingKey == right.targetingKey && left.attributes == right.attributes
    }

    /// Feeds the targeting key and the attributes into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(targetingKey)
        hasher.combine(attributes)
    }
}
