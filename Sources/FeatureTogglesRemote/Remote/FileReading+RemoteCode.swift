import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension FileReading.Failure {
    /// The error code of a remote source for this failure.
    var remoteCode: RemoteSourceError.Code {
        switch number {
        case nil: .tooLarge
        case ENOENT: .notFound
        default: .unreachable
        }
    }
}
