import FeatureToggles
import Foundation
import TestSupport
import Testing

@Suite struct FileWritingTests {
    @Test(.timeLimit(.minutes(5)))
    func anOutputThatTakesNothingNowIsWaitedFor() async throws {
        let pipe = Pipe()
        let (reader, writer) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
        let flags = fcntl(writer.fileDescriptor, F_GETFL)
        try #require(fcntl(writer.fileDescriptor, F_SETFL, flags | O_NONBLOCK) == 0)
        // More than a pipe holds, so that there is no room until somebody reads.
        let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 / 7) }
        // Both wait, which threads that tasks run on must not: there may be no more than two.
        async let read = onThread { reader.readDataToEndOfFile() }
        let failure = await onThread {
            let failure = FileWriting.write(bytes, to: writer.fileDescriptor)
            try? writer.close()
            return failure
        }
        #expect(failure == nil)
        #expect(await read == Data(bytes))
    }
}
