/// A value of the new store is encoded as its model alone, one of the old store under the key `$old`, and one of the
/// oldest store under the key `$oldest`.
///
/// So the same data can be decoded as a `DualSource<Old, New>` after the oldest store is removed, and as the new model
/// itself in the end. Data that was encoded as a `DualSource<Oldest, Old>` has other models under the same keys: decode
/// it as such, and convert it with ``TripleSource/init(_:)``.
///
/// If the new model is itself a dual or triple source, it is encoded under the key `$new`.
extension TripleSource: Encodable where Oldest: Encodable, Old: Encodable, New: Encodable {
    /// Encodes the model.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: Any error that the encoder or the model throws.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .oldest(let model):
            var container = encoder.container(keyedBy: DualSourceKey.self)
            try container.encode(model, forKey: .oldest)
        case .old(let model):
            try DualSource<Old, New>.old(model).encode(to: encoder)
        case .new(let model):
            try DualSource<Old, New>.new(model).encode(to: encoder)
        }
    }
}

extension TripleSource: Decodable where Oldest: Decodable, Old: Decodable, New: Decodable {
    /// Decodes the model.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: Any error that the decoder or the model throws.
    public init(from decoder: any Decoder) throws {
        // A string, a number, or an array has no keys, and may be the new model.
        let container = try? decoder.container(keyedBy: DualSourceKey.self)
        if let container, container.contains(.oldest) {
            self = .oldest(try container.decode(Oldest.self, forKey: .oldest))
            return
        }
        switch try DualSource<Old, New>(from: decoder) {
        case .old(let model): self = .old(model)
        case .new(let model): self = .new(model)
        }
    }
}

extension TripleSource: DualSourceModel {}
