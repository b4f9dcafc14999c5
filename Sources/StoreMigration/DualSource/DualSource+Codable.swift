/// A value of the new store is encoded as its model alone, one of the old store below the key `$old`.
///
/// Where the new model is a dual source itself, it is encoded below the key `$new`, so that its `$old` is not taken for
/// that of the outer one.
///
/// So whatever was encoded as new is decoded by the new model itself when the dual source is gone. Data that the old
/// model encoded before there was a dual source has no `$old`: decode it as the old model, and make it one with
/// ``DualSource/old(_:)``. It is not tried, since what decodes as the wrong model has lost something.
extension DualSource: Encodable where Old: Encodable, New: Encodable {
    /// Encodes the model.
    ///
    /// - Parameter encoder: What is encoded to.
    /// - Throws: What the encoder or the model throws.
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
    /// Decodes the model that was encoded.
    ///
    /// - Parameter decoder: What is decoded from.
    /// - Throws: What the decoder or the model throws: the old model below `$old`, the new one where there is no such key,
    ///   or below `$new` where it is a dual source itself.
    public init(from decoder: any Decoder) throws {
        // A text, a number or an array is no object with keys, and may well be the new model.
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

/// What an encoded value is found by.
private enum DualSourceKey: String, CodingKey {
    case old = "$old"
    case new = "$new"
}

/// A model that is encoded with keys of a dual source.
private protocol DualSourceModel {}

extension DualSource: DualSourceModel {}
extension Optional: DualSourceModel where Wrapped: DualSourceModel {}
