import FeatureToggles
import ToggleBase

extension RemoteDocument {
    /// Reads the text of a document, which may be in an envelope, from a file.
    static func text(ofFile path: String) throws(RemoteSourceError) -> [UInt8] {
        do {
            return try FileReading.bytes(path: path, limit: FlagDocument.Limits.standard.envelopeSize)
        } catch {
            let code: RemoteSourceError.Code =
                switch error.error {
                case nil: .tooLarge
                case SystemError.noSuchFileOrDirectory?: .notFound
                default: .unreachable
                }
            throw RemoteSourceError(code, error.description)
        }
    }
}
