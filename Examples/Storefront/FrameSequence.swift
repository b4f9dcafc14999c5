import FlyingSocks

/// A response body that never ends: whole frames, one after the other.
struct FrameSequence: AsyncBufferedSequence {
    typealias Element = UInt8

    let frames: AsyncStream<[UInt8]>

    func makeAsyncIterator() -> Iterator {
        Iterator(frames: frames)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        private let frames: AsyncStream<[UInt8]>
        private var rest: ArraySlice<UInt8> = []

        init(frames: AsyncStream<[UInt8]>) {
            self.frames = frames
        }

        mutating func next() async -> UInt8? {
            if rest.isEmpty { rest = await nextFrame()?[...] ?? [] }
            return rest.popFirst()
        }

        /// Returns the available bytes and ignores the suggested count, because a short frame shouldn't wait.
        mutating func nextBuffer(suggested count: Int) async -> ArraySlice<UInt8>? {
            defer { rest = [] }
            return rest.isEmpty ? await nextFrame()?[...] : rest
        }

        /// Continues where the last iterator ended.
        ///
        /// Calling a stored iterator from any actor requires macOS 15.
        private func nextFrame() async -> [UInt8]? {
            var iterator = frames.makeAsyncIterator()
            return await iterator.next()
        }
    }
}
