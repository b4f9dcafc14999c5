import CNCurses
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Tests that all functions that wait for a terminal return the same result.
@Suite(.timeLimit(.minutes(20))) struct WaitingTests {
    enum Way: CaseIterable {
        case poll, select, system

        func wait(for files: [Int32], writing: Bool = false, milliseconds: Int32 = -1) -> cn_waited {
            switch self {
            case .poll: cn_wait_by_poll(files, Int32(files.count), writing, milliseconds)
            case .select: cn_wait_by_select(files, Int32(files.count), writing, milliseconds)
            case .system: cn_wait(files, Int32(files.count), writing, milliseconds)
            }
        }
    }

    private final class Files {
        private(set) var numbers: [Int32]

        init(_ numbers: [Int32]) {
            self.numbers = numbers
        }

        static func pipe() throws -> Files {
            var ends: [Int32] = [-1, -1]
            #if canImport(Darwin)
            let result = Darwin.pipe(&ends)
            #elseif canImport(Glibc)
            let result = Glibc.pipe(&ends)
            #else
            let result = Musl.pipe(&ends)
            #endif
            try #require(result == 0)
            return Files(ends)
        }

        /// Returns the two ends of a pseudoterminal: the program's input and the terminal emulator's end.
        static func terminal() throws -> Files {
            #if canImport(Darwin)
            let shown = posix_openpt(O_RDWR | O_NOCTTY)
            try #require(shown >= 0 && grantpt(shown) == 0 && unlockpt(shown) == 0)
            let name = String(cString: try #require(ptsname(shown)))
            #else
            // The equivalent of posix_openpt, grantpt, and unlockpt, which are not available in Swift here.
            let shown = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var (isLocked, number): (Int32, Int32) = (0, -1)
            let (unlock, askNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)  // TIOCSPTLCK, TIOCGPTN
            try #require(shown >= 0 && ioctl(shown, unlock, &isLocked) == 0 && ioctl(shown, askNumber, &number) == 0)
            let name = "/dev/pts/\(number)"
            #endif
            let input = open(name, O_RDWR | O_NOCTTY)
            try #require(input >= 0)
            var settings = termios()
            try #require(tcgetattr(input, &settings) == 0)
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
            try #require(tcsetattr(input, TCSANOW, &settings) == 0)
            return Files([input, shown])
        }

        func close(_ index: Int) {
            #if canImport(Darwin)
            _ = Darwin.close(numbers[index])
            #elseif canImport(Glibc)
            _ = Glibc.close(numbers[index])
            #else
            _ = Musl.close(numbers[index])
            #endif
            numbers[index] = -1
        }

        deinit {
            for index in numbers.indices where numbers[index] >= 0 { close(index) }
        }
    }

    @Test(arguments: Way.allCases)
    func reportsReadableFiles(way: Way) throws {
        let (one, two) = (try Files.pipe(), try Files.pipe())
        let files = [one.numbers[0], two.numbers[0]]
        #expect(way.wait(for: files, milliseconds: 0).ready == 0)
        #expect(write(two.numbers[1], "x", 1) == 1)
        #expect(way.wait(for: files).ready == 0b10)
        #expect(write(one.numbers[1], "x", 1) == 1)
        let waited = way.wait(for: files, milliseconds: 60_000)
        #expect(waited.ready == 0b11)
        #expect(waited.gone == 0)
        #expect(waited.error == 0)
    }

    @Test(arguments: Way.allCases)
    func reportsTerminalInput(way: Way) throws {
        let terminal = try Files.terminal()
        let bell = try Files.pipe()
        let files = [terminal.numbers[0], bell.numbers[0]]
        let quiet = way.wait(for: files, milliseconds: 0)
        #expect(quiet.ready == 0 && quiet.gone == 0 && quiet.error == 0)
        #expect(write(terminal.numbers[1], "q", 1) == 1)
        let waited = way.wait(for: files)
        #expect(waited.ready == 0b01 && waited.gone == 0)
        #expect(way.wait(for: [terminal.numbers[0]], writing: true).ready == 0b01)
    }

    @Test(arguments: Way.allCases)
    func closedTerminalEndsTheWait(way: Way) throws {
        let terminal = try Files.terminal()
        terminal.close(1)
        let waited = way.wait(for: [terminal.numbers[0]])
        #expect((waited.ready | waited.gone) & 1 == 1)
        var byte: UInt8 = 0
        #expect(read(terminal.numbers[0], &byte, 1) <= 0)
    }

    @Test(arguments: Way.allCases)
    func reportsClosedFile(way: Way) throws {
        // The largest descriptor that fits into an fd_set.
        let number: Int32 = 1_023
        try #require(fcntl(number, F_GETFD) == -1)
        let waited = way.wait(for: [number], milliseconds: 0)
        #expect(waited.gone == 1)
        #expect(waited.ready == 0)
    }

    @Test(arguments: Way.allCases)
    func supportsLargeDescriptors(way: Way) throws {
        let pipe = try Files.pipe()
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(7)  // RLIMIT_NOFILE
        #else
        let resource = RLIMIT_NOFILE
        #endif
        try #require(getrlimit(resource, &limit) == 0)
        if limit.rlim_cur < 2_000 {
            limit.rlim_cur = min(2_000, limit.rlim_max)
            try #require(setrlimit(resource, &limit) == 0)
        }
        let number = fcntl(pipe.numbers[0], F_DUPFD_CLOEXEC, 1_500)
        try #require(number >= 1_500, "the limit of open files is too low: \(limit)")
        let high = Files([number])
        #expect(way.wait(for: high.numbers, milliseconds: 0).ready == 0)
        #expect(write(pipe.numbers[1], "x", 1) == 1)
        #expect(way.wait(for: high.numbers).ready == 1)
    }

    @Test(arguments: Way.allCases)
    func rejectsTooManyFiles(way: Way) {
        #expect(way.wait(for: Array(repeating: 0, count: 9), milliseconds: 0).error == EINVAL)
    }
}
