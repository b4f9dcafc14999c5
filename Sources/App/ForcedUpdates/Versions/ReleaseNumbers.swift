package import ToggleBase

/// The numbers of a released version, with versions next to it.
///
/// There are infinitely many versions between two others, such as 1.0.0.1 between 1.0.0 and 1.0.1. So the next and the
/// previous version depend on the count of numbers that versions have.
package struct ReleaseNumbers: Hashable, Comparable {
    /// Three to eight numbers, without zeros after the third.
    private let numbers: [Int64]

    package static let first = ReleaseNumbers([0, 0, 0])
    /// The count of numbers of usual versions.
    package static let usualCount = 3

    private init(_ numbers: [Int64]) {
        var numbers = numbers
        while numbers.count > Self.usualCount, numbers.last == 0 { numbers.removeLast() }
        self.numbers = numbers
    }

    /// Creates the numbers of a version, without its prerelease identifiers.
    package init(_ version: AppVersion) {
        self.init(version.numbers)
    }

    /// Creates a version whose numbers are all the given one.
    package init(repeating number: Int64, count: Int) {
        self.init(Array(repeating: number, count: count))
    }

    /// Returns a version that is newer than all versions whose numbers are at most the given one.
    package static func newest(above largest: Int64) -> ReleaseNumbers {
        guard largest < AppVersion.maximumNumber else {
            return ReleaseNumbers(repeating: AppVersion.maximumNumber, count: usualCount)
        }
        return ReleaseNumbers([max(99_999, largest + 1), 0, 0])
    }

    /// Returns how many numbers the versions of a policy have: as many as the longest that it names, at least three.
    package static func count(of versions: some Sequence<AppVersion>) -> Int {
        versions.reduce(usualCount) { max($0, $1.count) }
    }

    package var largest: Int64 { numbers.max() ?? 0 }
    package var text: String { numbers.map(String.init).joined(separator: ".") }

    /// The release as a version.
    package var version: AppVersion { AppVersion(numbers: numbers) }

    /// Returns a prerelease of this version.
    package func prerelease(_ identifiers: [AppVersion.Identifier]) -> AppVersion {
        AppVersion(numbers: numbers, prerelease: identifiers)
    }

    /// Returns the version that begins with the same numbers, followed by zeros.
    package func beginning(_ count: Int) -> ReleaseNumbers {
        ReleaseNumbers(padded(to: count).enumerated().map { $0 < count ? $1 : 0 })
    }

    /// Returns the first version that follows all versions that begin with the same numbers; `nil` after the highest version.
    ///
    /// With the count of all numbers, this is the next version.
    package func next(_ count: Int) -> ReleaseNumbers? {
        var numbers = padded(to: count)
        for index in numbers.indices.reversed() {
            if index < count, numbers[index] < AppVersion.maximumNumber {
                numbers[index] += 1
                return ReleaseNumbers(numbers)
            }
            numbers[index] = 0
        }
        return nil
    }

    /// Returns the version of the given count of numbers in which one number is lower by one, followed by the given
    /// number; `nil` if that number is 0.
    package func previous(at index: Int, of count: Int, followedBy last: Int64 = 0) -> ReleaseNumbers? {
        var numbers = padded(to: count)
        guard numbers[index] > 0 else { return nil }
        numbers[index] -= 1
        for next in numbers.indices where next > index { numbers[next] = last }
        return ReleaseNumbers(numbers)
    }

    /// Returns the previous version of the given count of numbers, if the given number is the highest one; `nil` before
    /// the first version.
    package func previous(of count: Int, last: Int64) -> ReleaseNumbers? {
        for index in (0..<count).reversed() {
            if let previous = previous(at: index, of: count, followedBy: last) { return previous }
        }
        return nil
    }

    private func padded(to count: Int) -> [Int64] {
        numbers + Array(repeating: 0, count: max(count - numbers.count, 0))
    }

    package static func < (left: ReleaseNumbers, right: ReleaseNumbers) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
