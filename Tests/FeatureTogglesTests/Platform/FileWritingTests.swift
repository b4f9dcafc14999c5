import FeatureToggles
import Foundation
import Testing

@Suite struct FileWritingTests {
    @Test(.timeLimit(.minutes(1)))
    func anOutputThatTakesNothingNowIsWaitedFor() async throws {
        let pipe = Pipe()
        let (reader, writer) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
        let flags = fcntl(writer.fileDescriptor, F_GETFL)
        try #require(fcntl(writer.fileDescriptor, F_SETFL, flags | O_NONBLOCK) == 0)
        // More than a pipe holds, so that there is no room until somebody reads.
        let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let reading = Task.detached { reader.readDataToEndOfFile() }
        let failure = FileWriting.write(bytes, to: writer.fileDescriptor)
        try writer.close()
        #expect(failure == nil)
        #expect(await reading.value == Data(bytes))
    }
}
