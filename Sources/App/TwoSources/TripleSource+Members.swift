extension TripleSource
where
    Oldest: DualModel, Old: DualModel, New: DualModel, Oldest.Shared == New.Shared, Old.Shared == New.Shared,
    Oldest.Dual == TripleSource, Old.Dual == TripleSource, New.Dual == TripleSource
{
    /// The value as the type that all models share, such as `any Book`.
    ///
    /// It is like ``DualSource/shared``.
    @inlinable
    public var shared: New.Shared {
        get {
            switch self {
            case .oldest(let model): model.asShared
            case .old(let model): model.asShared
            case .new(let model): model.asShared
            }
        }
        set { self = New.dual(of: newValue) }
    }

    /// A member that all models share.
    @inlinable
    public subscript<Member>(dynamicMember member: KeyPath<New.Shared, Member>) -> Member {
        shared[keyPath: member]
    }

    /// A writable member that all models share.
    ///
    /// Writing it doesn't change which of the models the triple source contains.
    @inlinable
    public subscript<Member>(dynamicMember member: WritableKeyPath<New.Shared, Member>) -> Member {
        get { shared[keyPath: member] }
        set { shared[keyPath: member] = newValue }
    }

    /// Returns whether two values agree in some of the shared members, regardless of their stores.
    ///
    /// It is like `agrees(with:on:)` of ``DualSource``.
    ///
    /// - Parameters:
    ///   - other: The value to compare with.
    ///   - members: The members to compare; without any, the values agree.
    /// - Returns: Whether each of the members is equal.
    public func agrees<each Member: Equatable>(
        with other: TripleSource,
        on members: repeat KeyPath<New.Shared, each Member>
    ) -> Bool {
        let (mine, theirs) = (shared, other.shared)
        for isSame in repeat mine[keyPath: each members] == theirs[keyPath: each members] {
            if !isSame { return false }
        }
        return true
    }
}

extension TripleSource {
    /// Returns the new model: the contained one, or one converted from another model.
    ///
    /// ```swift
    /// let book = source.upgraded { CloudBook($0) } fromOld: { CloudBook($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - convertOldest: A closure that converts an oldest model.
    ///   - convertOld: A closure that converts an old model.
    /// - Returns: The new model.
    /// - Throws: Any error that a closure throws.
    @inlinable
    public func upgraded<Failure: Error>(
        fromOldest convertOldest: (Oldest) throws(Failure) -> New,
        fromOld convertOld: (Old) throws(Failure) -> New
    ) throws(Failure) -> New {
        switch self {
        case .oldest(let model): try convertOldest(model)
        case .old(let model): try convertOld(model)
        case .new(let model): model
        }
    }
}
