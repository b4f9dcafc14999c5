@_exported import Darwin

// Swift's versions of macros and variadic functions in the system's C library.

public var errno: Int32 {
    get { 0 }
    set {}
}

public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }

public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 { 0 }

public func ioctl(_ fd: CInt, _ request: UInt, _ value: CInt) -> CInt { 0 }
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt { 0 }
public func ioctl(_ fd: CInt, _ request: UInt) -> CInt { 0 }

public var TIOCGWINSZ: UInt { 0 }
public var TIOCSWINSZ: UInt { 0 }
public var TIOCSCTTY: UInt { 0 }

public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { { _ in } }
public var SIG_ERR: sig_t { { _ in } }

public var MAP_FAILED: UnsafeMutableRawPointer! { nil }
public var RTLD_DEFAULT: UnsafeMutableRawPointer! { nil }
public var RTLD_NEXT: UnsafeMutableRawPointer! { nil }

public var S_IFMT: mode_t { 0 }
public var S_IFIFO: mode_t { 0 }
public var S_IFCHR: mode_t { 0 }
public var S_IFDIR: mode_t { 0 }
public var S_IFBLK: mode_t { 0 }
public var S_IFREG: mode_t { 0 }
public var S_IFLNK: mode_t { 0 }
public var S_IFSOCK: mode_t { 0 }
public var S_IRWXU: mode_t { 0 }
public var S_IRUSR: mode_t { 0 }
public var S_IWUSR: mode_t { 0 }
public var S_IXUSR: mode_t { 0 }
public var S_IRWXG: mode_t { 0 }
public var S_IRGRP: mode_t { 0 }
public var S_IWGRP: mode_t { 0 }
public var S_IXGRP: mode_t { 0 }
public var S_IRWXO: mode_t { 0 }
public var S_IROTH: mode_t { 0 }
public var S_IWOTH: mode_t { 0 }
public var S_IXOTH: mode_t { 0 }
public var S_ISUID: mode_t { 0 }
public var S_ISGID: mode_t { 0 }
public var S_ISVTX: mode_t { 0 }

public var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }
public var CLOCK_MONOTONIC: clockid_t { _CLOCK_MONOTONIC }
public var CLOCK_MONOTONIC_RAW: clockid_t { _CLOCK_MONOTONIC_RAW }
public var CLOCK_UPTIME_RAW: clockid_t { _CLOCK_UPTIME_RAW }
public var CLOCK_PROCESS_CPUTIME_ID: clockid_t { _CLOCK_PROCESS_CPUTIME_ID }
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { _CLOCK_THREAD_CPUTIME_ID }
