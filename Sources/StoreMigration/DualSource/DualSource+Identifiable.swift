/// A value keeps its identity when it moves from one store to the other, which asks for the same type of identifier.
extension DualSource: Identifiable where Old: Identifiable, New: Identifiable, Old.ID == New.ID {
    /// The identifier that the model has.
    @inlinable
    public var id: New.ID {
        switch self {
        case .old(let model): model.id
        case .new(let model): model.id
        }
    }
}
