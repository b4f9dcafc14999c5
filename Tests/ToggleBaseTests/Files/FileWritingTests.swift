import Foundation
import TestSupport
import Testing
import ToggleBase

@Suite struct FileWritingTests {
    @Test(.timeLimit(.minutes(5)))
    func writeWaitsForFullPipe() async throws {
        let pipe = Pipe()
        let (reader, writer) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
        let flags = fcntl(writer.fileDescriptor, F_GETFL)
        try #require(fcntl(writer.fileDescriptor, F_SETFL, flags | O_NONBLOCK) == 0)
        // More than the capacity of a pipe, so the write can't finish before the other end reads.
        let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 / 7) }
        // Both block, so they must not run on the threads of tasks, of which there may be only two.
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
