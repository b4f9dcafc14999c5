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
    /// The code that a remote source gives such a failure.
    var remoteCode: RemoteSourceError.Code {
        switch number {
        case nil: .tooLarge
        case ENOENT: .notFound
        default: .unreachable
        }
    }
}
