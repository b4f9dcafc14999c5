extension DualSource
where Old: DualModel, New: DualModel, Old.Shared == New.Shared, Old.Dual == DualSource, New.Dual == DualSource {
    /// The value as the type that both models share, such as `any Book`.
    ///
    /// Use it for anything other than properties: methods, and functions that take `any Book` or `some Book`. The value
    /// written to it may come from the other store; the dual source then contains a value of that store.
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

    /// A writable member that both models share.
    ///
    /// Writing it doesn't change which of the two models the dual source contains.
    @inlinable
    public subscript<Member>(dynamicMember member: WritableKeyPath<Old.Shared, Member>) -> Member {
        get { shared[keyPath: member] }
        set { shared[keyPath: member] = newValue }
    }

    /// Returns whether two values agree in some of the shared members, regardless of their stores.
    ///
    /// `==` compares values of one store; a value of the old store and one of the new store are never equal. This
    /// method compares across stores, for a migration that reads both.
    ///
    /// ```swift
    /// let isSame = old.agrees(with: new, on: \.title, \.pageCount)
    /// ```
    ///
    /// - Parameters:
    ///   - other: The value to compare with.
    ///   - members: The members to compare; without any, the values agree.
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
    /// Returns the new model: the contained one, or one converted from the old model.
    ///
    /// ```swift
    /// let book = source.upgraded { old in FirestoreBook(title: old.title, pageCount: old.pages) }
    /// ```
    ///
    /// - Parameter convert: A closure that converts an old model.
    /// - Returns: The new model.
    /// - Throws: Any error that `convert` throws.
    @inlinable
    public func upgraded<Failure: Error>(by convert: (Old) throws(Failure) -> New) throws(Failure) -> New {
        switch self {
        case .old(let model): try convert(model)
        case .new(let model): model
        }
    }
}
