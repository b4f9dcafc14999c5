/// A value of the new store is encoded as its model alone, and one of the old store under the key `$old`.
///
/// If the new model is itself a dual source, it is encoded under the key `$new`, so that its `$old` is not mistaken for
/// that of the outer one.
///
/// So the new model itself can decode its encoded values after the dual source is removed. Data that the old model
/// encoded before the dual source existed has no `$old`: decode it as the old model, and convert it with
/// ``DualSource/old(_:)``. Decoding doesn't try both models, because data decoded as the wrong model would lose
/// something.
extension DualSource: Encodable where Old: Encodable, New: Encodable {
    /// Encodes the model.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: Any error that the encoder or the model throws.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .old(let model):
            var container = encoder.container(keyedBy: DualSourceKey.self)
            try container.encode(model, forKey: .old)
        case .new(let model) where New.self is any DualSourceModel.Type:
            var container = encoder.container(keyedBy: DualSourceKey.self)
            try container.encode(model, forKey: .new)
        case .new(let model):
            try model.encode(to: encoder)
        }
    }
}

extension DualSource: Decodable where Old: Decodable, New: Decodable {
    /// Decodes the model.
    ///
    /// The old model is under `$old`. Without that key, the data is the new model, which is under `$new` if it is a
    /// dual source.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: Any error that the decoder or the model throws.
    public init(from decoder: any Decoder) throws {
        // A string, a number, or an array has no keys, and may be the new model.
        let container = try? decoder.container(keyedBy: DualSourceKey.self)
        if let container, container.contains(.old) {
            self = .old(try container.decode(Old.self, forKey: .old))
        } else if let container, New.self is any DualSourceModel.Type, container.contains(.new) {
            self = .new(try container.decode(New.self, forKey: .new))
        } else {
            self = .new(try New(from: decoder))
        }
    }
}

/// The keys of encoded values.
enum DualSourceKey: String, CodingKey {
    case oldest = "$oldest"
    case old = "$old"
    case new = "$new"
}

/// A model that is encoded with the keys of a dual or triple source.
protocol DualSourceModel {}

extension DualSource: DualSourceModel {}
extension Optional: DualSourceModel where Wrapped: DualSourceModel {}
