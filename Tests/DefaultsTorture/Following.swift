#if OVERRIDES
import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Prints the size of a file, or "none", now and after each possible change, until the input ends.
func follow(_ path: String) {
    // 65534 (-2) is the unprivileged user on every system.
    if geteuid() == 0, setgroups(0, nil) != 0 || setgid(65534) != 0 || setuid(65534) != 0 {
        perror("Cannot drop root privileges")
        exit(2)
    }
    @Sendable func printSize() {
        var status = stat()
        let text = stat(path, &status) == 0 ? "\(status.st_size)\n" : "none\n"
        _ = text.withCString { write(STDOUT_FILENO, $0, strlen($0)) }
    }
    do throws(FileWatcherError) {
        let watcher = try FileWatcher(path: path, onChange: printSize) { error in
            print(error)
            exit(1)
        }
        printSize()
        while readLine() != nil {}
        watcher.cancel()
    } catch {
        print(error)
        exit(1)
    }
}
#endif
