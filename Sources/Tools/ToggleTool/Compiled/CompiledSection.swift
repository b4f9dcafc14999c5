/// The part of a compiled project that contains the toggles of one manifest.
struct CompiledSection: Sendable {
    let file: CompiledFile
    /// The place in the file.
    let place: Range<Int>

    /// Returns some of the bytes, or `nil` if the range exceeds the part.
    func bytes(_ range: Range<Int>) -> [UInt8]? {
        guard range.lowerBound >= 0, range.upperBound <= place.count else { return nil }
        return file.bytes(place.lowerBound + range.lowerBound..<place.lowerBound + range.upperBound)
    }
}
