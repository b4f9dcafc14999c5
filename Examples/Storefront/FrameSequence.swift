import FlyingSocks

/// Whole frames, one after the other, as the body of an answer that goes on.
struct FrameSequence: AsyncBufferedSequence {
    typealias Element = UInt8

    let frames: AsyncStream<[UInt8]>

    func makeAsyncIterator() -> Iterator {
        Iterator(frames: frames.makeAsyncIterator())
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var frames: AsyncStream<[UInt8]>.Iterator
        private var rest: ArraySlice<UInt8> = []

        init(frames: AsyncStream<[UInt8]>.Iterator) {
            self.frames = frames
        }

        mutating func next() async -> UInt8? {
            if rest.isEmpty { rest = await frames.next(isolation: #isolation)?[...] ?? [] }
            return rest.popFirst()
        }

        /// What there is, however much was suggested: a frame is short and should not wait.
        mutating func nextBuffer(suggested count: Int) async -> ArraySlice<UInt8>? {
            defer { rest = [] }
            return rest.isEmpty ? await frames.next(isolation: #isolation)?[...] : rest
        }
    }
}
