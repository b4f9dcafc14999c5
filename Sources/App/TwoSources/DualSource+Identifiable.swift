/// A value keeps its identity when it moves between the stores, so both models need the same type of identifier.
extension DualSource: Identifiable where Old: Identifiable, New: Identifiable, Old.ID == New.ID {
    /// The model's identifier.
    @inlinable
    public var id: New.ID {
        switch self {
        case .old(let model): model.id
        case .new(let model): model.id
        }
    }
}
