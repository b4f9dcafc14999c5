import ToggleBase

extension FileReading.Failure {
    /// The error code of a remote source for this failure.
    var remoteCode: RemoteSourceError.Code {
        switch error {
        case nil: .tooLarge
        case SystemError.noSuchFileOrDirectory?: .notFound
        default: .unreachable
        }
    }
}
