extension DualSource
where Old: DualModel, New: DualModel, Old.Shared == New.Shared, Old.Dual == DualSource, New.Dual == DualSource {
    /// The value as what both models share: `any Book`.
    ///
    /// It is for what is no property: methods, and functions that take `any Book` or `some Book`. What is written to it
    /// may come from the other store; the dual source then is of that one.
    @inlinable
    public var shared: Old.Shared {
        get {
            switch self {
            case .old(let model): model.asShared
            case .new(let model): model.asShared
            }
        }
        set { self = Old.dual(of: newValue) }
    }

    /// A member that both models share.
    @inlinable
    public subscript<Member>(dynamicMember member: KeyPath<Old.Shared, Member>) -> Member {
        shared[keyPath: member]
    }

    /// A member that both models share and that can be written.
    ///
    /// Writing it leaves the value in the model that it is of.
    @inlinable
    public subscript<Member>(dynamicMember member: WritableKeyPath<Old.Shared, Member>) -> Member {
        get { shared[keyPath: member] }
        set { shared[keyPath: member] = newValue }
    }

    /// Whether two values have the same in some of the members that both models share, whichever store they are of.
    ///
    /// `==` is for values of one store: a value of the old and one of the new store are never equal. This compares across
    /// stores, as a migration does that reads both.
    ///
    /// ```swift
    /// let isSame = old.agrees(with: new, on: \.title, \.pageCount)
    /// ```
    ///
    /// - Parameters:
    ///   - other: The value that is compared with.
    ///   - members: What is compared; nothing differs when there are none.
    /// - Returns: Whether each of the members is equal.
    public func agrees<each Member: Equatable>(
        with other: DualSource,
        on members: repeat KeyPath<Old.Shared, each Member>
    ) -> Bool {
        let (mine, theirs) = (shared, other.shared)
        for isSame in repeat mine[keyPath: each members] == theirs[keyPath: each members] {
            if !isSame { return false }
        }
        return true
    }
}

extension DualSource {
    /// The value as the new model: what the new store has, or what becomes of the old.
    ///
    /// ```swift
    /// let book = source.upgraded { old in FirestoreBook(title: old.title, pageCount: old.pages) }
    /// ```
    ///
    /// - Parameter convert: Makes the new model of an old one.
    /// - Returns: The new model.
    /// - Throws: What `convert` throws.
    @inlinable
    public func upgraded<Failure: Error>(by convert: (Old) throws(Failure) -> New) throws(Failure) -> New {
        switch self {
        case .old(let model): try convert(model)
        case .new(let model): model
        }
    }
}
