import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

@Suite(.timeLimit(.minutes(20))) struct ExposureRecorderTests {
    private static func exposure(_ number: Int) -> Exposure {
        Exposure(toggle: "t\(number)", variant: "v", targetingKey: "k", remoteParameter: "t\(number)")
    }

    @Test func eachExposureIsReportedOnce() async {
        let (stream, continuation) = AsyncStream<Exposure>.makeStream()
        var recorder: ExposureRecorder? = ExposureRecorder { continuation.yield($0) }
        for round in 0..<5 {
            for number in 1...3 {
                recorder?.record(UInt64(number)) {
                    if round > 0 { Issue.record("The exposure was created again.") }
                    return Self.exposure(number)
                }
            }
        }
        var reported: [Exposure] = []
        for await exposure in stream.prefix(3) { reported.append(exposure) }
        recorder = nil
        #expect(reported == (1...3).map(Self.exposure))
    }

    @Test func onlyOneThreadReportsExposure() async {
        let filter = Filter(capacity: 1 << 14)
        let count = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { (1...1_000).count { filter.insert(UInt64($0) &* 0x9E37_79B9_7F4A_7C15) } }
            }
            return await group.reduce(0, +)
        }
        #expect(count == 1_000)
    }

    @Test func fullFilterEvictsOldHashes() {
        let filter = Filter(capacity: 64)
        let isNew = (1...10_000).map { filter.insert(UInt64($0) &* 0x9E37_79B9_7F4A_7C15) }
        #expect(isNew.allSatisfy { $0 })
        let last = UInt64(10_000) &* 0x9E37_79B9_7F4A_7C15
        #expect(filter.contains(last))
        filter.remove(last)
        #expect(!filter.contains(last))
        #expect(filter.insert(0))
        #expect(!filter.insert(0), "0 is a hash like any other")
    }

    @Test func exposureBeyondCapacityIsReportedLater() async {
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let (stream, continuation) = AsyncStream<Exposure>.makeStream()
        let recorder = ExposureRecorder(capacity: 8) { exposure in
            continuation.yield(exposure)
            for await _ in gate {}
        }
        // The first exposure occupies the handler and eight more fill the mailbox, so the others are not recorded yet.
        recorder.record(1) { Self.exposure(1) }
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == Self.exposure(1))
        for number in 2...12 { recorder.record(UInt64(number) << 8) { Self.exposure(number) } }
        opener.finish()
        for _ in 2...9 { _ = await iterator.next() }
        recorder.record(UInt64(12) << 8) { Self.exposure(12) }
        #expect(await iterator.next() == Self.exposure(12))
    }

    /// A filter that can be captured.
    private final class Filter: Sendable {
        private let filter: ExposureFilter

        init(capacity: Int) { filter = ExposureFilter(capacity: capacity) }

        func contains(_ hash: UInt64) -> Bool { filter.contains(hash) }
        func insert(_ hash: UInt64) -> Bool { filter.insert(hash) }
        func remove(_ hash: UInt64) { filter.remove(hash) }
    }
}
