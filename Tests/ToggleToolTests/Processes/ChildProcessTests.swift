import TestSupport
import Testing
import ToggleBase
import ToggleTool

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite struct ChildProcessTests {
    @Test func returnsOutputAndStandardError() throws {
        var output: [UInt8] = []
        let result = try ChildProcess("sh", ["-c", "cat; echo oops >&2; exit 3"], input: Array("in".utf8)).run {
            piece in
            output += piece
            return true
        }
        #expect(String(decoding: output, as: UTF8.self) == "in")
        #expect(result.ending == .exited(3))
        #expect(result.standardError == "oops\n")
    }

    @Test func endsProgramAfterTimeout() throws {
        let result = try ChildProcess("sleep", ["600"], seconds: 0).run { _ in true }
        #expect(result.ending == .timedOut)
    }

    @Test func timeOfReaderDoesNotCount() throws {
        let now = Mutex<Int64>(0)
        var process = ChildProcess(
            "sh",
            ["-c", "echo one; read -r _; echo two"],
            input: Array("go\n".utf8),
            seconds: 5
        )
        process.clock = { now.withLock { $0 } }
        var output: [UInt8] = []
        let result = try process.run { piece in
            output += piece
            now.withLock { $0 += 3_600_000 }
            return true
        }
        #expect(result.ending == .exited(0))
        #expect(String(decoding: output, as: UTF8.self) == "one\ntwo\n")
    }

    @Test func timeWithoutOutputCounts() throws {
        let now = Mutex<Int64>(0)
        var process = ChildProcess("sh", ["-c", "echo one; exec sleep 600"], seconds: 5)
        // Every reading of the clock is two seconds after the previous one.
        process.clock = {
            now.withLock {
                $0 += 2_000
                return $0
            }
        }
        let result = try process.run { _ in true }
        #expect(result.ending == .timedOut)
    }

    /// The limit is that of the program, which can outlive its output.
    @Test func endsProgramThatClosedItsOutput() throws {
        let now = Mutex<Int64>(0)
        var process = ChildProcess("sh", ["-c", "exec >&- 2>&-; exec sleep 600"], seconds: 5)
        process.clock = {
            now.withLock {
                $0 += 500
                return $0
            }
        }
        #expect(try process.run { _ in true }.ending == .timedOut)
    }

    @Test func waitsForProgramThatClosedItsOutput() throws {
        let result = try ChildProcess("sh", ["-c", "exec >&- 2>&-; ls / >/dev/null; exit 3"]).run { _ in true }
        #expect(result.ending == .exited(3))
    }

    /// A program that another one started can keep the output open.
    @Test func endsWithProgramAndNotWithItsOutput() throws {
        let result = try ChildProcess("sh", ["-c", "sleep 600 & echo $!; exit 3"]).output(limit: 100)
        #expect(result.ending == .exited(3))
        let process = try #require(pid_t(String(decoding: result.output, as: UTF8.self).dropLast()))
        #expect(kill(process, SIGKILL) == 0)
    }

    @Test func endsProgramWhenReaderStops() throws {
        var count = 0
        let result = try ChildProcess("yes", []).run { piece in
            count += piece.count
            return count < 1 << 20
        }
        #expect(result.ending == .stopped)
    }

    @Test func endsProgramsThatItStarted() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/held"
        #expect(mkfifo(path, 0o600) == 0)
        let reading = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(reading >= 0)
        defer { close(reading) }
        let process = ChildProcess("sh", ["-c", "exec 9>'\(path)'; sleep 600 & echo started; wait"])
        #expect(try process.run { _ in false }.ending == .stopped)
        // The end of the last process that has the other side open.
        var end = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        #expect(poll(&end, 1, 60_000) == 1)
    }

    @Test func endsProgramWhenCancelled() throws {
        let count = Mutex(0)
        var process = ChildProcess("sleep", ["600"])
        process.isCancelled = {
            count.withLock {
                $0 += 1
                return $0 > 2
            }
        }
        #expect(try process.run { _ in true }.ending == .stopped)
    }

    @Test func reportsMissingProgram() {
        #expect(throws: SystemError.self) {
            try ChildProcess("no-such-program-here", []).run { _ in true }
        }
    }

    @Test func largeInputDoesNotBlock() throws {
        let input = [UInt8](repeating: 0x61, count: 1 << 22)
        let result = try ChildProcess("true", [], input: input).run { _ in true }
        #expect(result.ending == .exited(0))
    }
}
