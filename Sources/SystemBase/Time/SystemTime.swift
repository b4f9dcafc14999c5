#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The system's wall clock, which the user can set.
package enum SystemTime {
    /// Whole seconds since the beginning of 1970.
    package static var secondsSince1970: Int { Int(clamping: time(nil)) }
}
