/// The shares of a `fractional` as consecutive pieces of the buckets, with exact weights.
///
/// A variant can have several pieces. Weight moves only between the variants that a change names, so every user of
/// another variant keeps it.
package struct BucketLine: Hashable {
    /// Consecutive buckets with the same variant.
    package struct Piece: Hashable {
        package let variant: String
        package var weight: Int
        /// The index of the share in the text; `nil` if it is new.
        package let source: Int?

        package init(variant: String, weight: Int, source: Int?) {
            (self.variant, self.weight, self.source) = (variant, weight, source)
        }
    }

    /// The maximum sum of weights that readers accept.
    package static let largestSum = Int(Int32.max)

    /// The pieces in the order of the buckets.
    package private(set) var pieces: [Piece]

    package init(_ pieces: [Piece]) {
        self.pieces = pieces
    }

    /// Creates the same variant for all buckets.
    package init(allUsers variant: String) {
        pieces = [Piece(variant: variant, weight: 100, source: nil)]
    }

    /// The sum of all weights.
    package var total: Int { pieces.reduce(0) { $0 + $1.weight } }

    /// The variants in the order in which they first occur.
    package var variants: [String] {
        var known: Set<String> = []
        return pieces.map(\.variant).filter { known.insert($0).inserted }
    }

    /// The variants that users have, in the order in which they first occur.
    package var variantsInUse: [String] {
        let weights = weights
        return variants.filter { weights[$0, default: 0] > 0 }
    }

    /// The weights of the variants in all of their pieces.
    package var weights: [String: Int] {
        pieces.reduce(into: [:]) { $0[$1.variant, default: 0] += $1.weight }
    }

    /// Returns the weight of a variant in all of its pieces.
    ///
    /// - Complexity: O(*n*) in the number of pieces. For several variants, use ``weights``.
    package func weight(of variant: String) -> Int {
        pieces.reduce(0) { $0 + ($1.variant == variant ? $1.weight : 0) }
    }

    /// Multiplies all weights, which leaves every user with the same variant.
    ///
    /// - Parameter factor: The factor. The product of the total and the factor must not exceed ``largestSum``.
    package mutating func scale(by factor: Int) {
        for index in pieces.indices { pieces[index].weight *= factor }
    }

    /// Adds a piece after the last one.
    package mutating func append(_ piece: Piece) {
        pieces.append(piece)
    }

    // MARK: - Moving

    /// Moves buckets from one variant to another; the users in all other buckets keep their variants.
    ///
    /// Existing pieces of the receiver are extended where they touch the donor. Otherwise, a piece is added: before all
    /// others if the donor is first and the receiver has no users yet, or else at the end of the donor's last piece.
    ///
    /// - Parameters:
    ///   - amount: The weight to move, at most the donor's weight.
    ///   - donor: The variant that loses users.
    ///   - receiver: The variant that gets them.
    package mutating func move(_ amount: Int, from donor: String, to receiver: String) {
        var rest = amount
        while rest > 0, donor != receiver {
            let place: (receiver: Int, donor: Int)
            if let touching = touchingPieces(donor, receiver) {
                place = touching
            } else if let added = addPiece(of: receiver, nextTo: donor) {
                place = added
            } else {
                return
            }
            let taken = min(rest, pieces[place.donor].weight)
            pieces[place.donor].weight -= taken
            pieces[place.receiver].weight += taken
            rest -= taken
        }
    }

    /// Returns a piece of the receiver and the piece of the donor that it touches, preferably not an empty one.
    private func touchingPieces(_ donor: String, _ receiver: String) -> (receiver: Int, donor: Int)? {
        for allowsEmpty in [false, true] {
            let own = pieces.indices.filter {
                pieces[$0].variant == receiver && (pieces[$0].weight == 0) == allowsEmpty
            }
            for index in own {
                if let next = pieces[(index + 1)...].firstIndex(where: { $0.weight > 0 }),
                    pieces[next].variant == donor
                {
                    return (index, next)
                }
            }
            for index in own {
                if let previous = pieces[..<index].lastIndex(where: { $0.weight > 0 }),
                    pieces[previous].variant == donor
                {
                    return (index, previous)
                }
            }
        }
        return nil
    }

    /// Adds an empty piece beside one of the donor's; returns `nil` if the donor has no users.
    private mutating func addPiece(of receiver: String, nextTo donor: String) -> (receiver: Int, donor: Int)? {
        guard let first = pieces.firstIndex(where: { $0.weight > 0 }),
            let last = pieces.lastIndex(where: { $0.weight > 0 && $0.variant == donor })
        else { return nil }
        let piece = Piece(variant: receiver, weight: 0, source: nil)
        if pieces[first].variant == donor, weight(of: receiver) == 0 {
            pieces.insert(piece, at: first)
            return (first, first + 1)
        }
        pieces.insert(piece, at: last + 1)
        return (last + 1, last)
    }

    // MARK: - Comparing

    /// The number of hashes, from which the bucket follows.
    package static let hashCount = UInt64(1) << 32

    /// Returns the number of hashes by their old and new variants, exactly.
    ///
    /// - Parameter other: The new line, with the same bucketing value.
    /// - Returns: The numbers, which add up to ``hashCount``; empty if one of the totals is 0.
    package func hashes(to other: BucketLine) -> [Move: UInt64] {
        let (left, right) = (ends, other.ends)
        var result: [Move: UInt64] = [:]
        var start: UInt64 = 0
        var (old, new) = (0, 0)
        while old < left.count, new < right.count {
            let end = min(left[old].end, right[new].end)
            if end > start {
                result[Move(old: left[old].variant, new: right[new].variant), default: 0] += end - start
                start = end
            }
            if left[old].end <= start { old += 1 }
            if new < right.count, right[new].end <= start { new += 1 }
        }
        return result
    }

    /// The variants of a user before and after a change.
    package struct Move: Hashable {
        package let old: String
        package let new: String

        package init(old: String, new: String) {
            (self.old, self.new) = (old, new)
        }
    }

    /// The end of each piece: the first hash after it.
    private var ends: [(end: UInt64, variant: String)] {
        let total = UInt64(self.total)
        guard total > 0 else { return [] }
        var sum: UInt64 = 0
        return pieces.map { piece in
            sum += UInt64(piece.weight)
            // The bucket is `hash * total >> 32`, which is below the sum for hashes below `sum * 2^32 / total`.
            return ((sum << 32 + total - 1) / total, piece.variant)
        }
    }
}
