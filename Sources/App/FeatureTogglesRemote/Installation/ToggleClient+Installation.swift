public import FeatureToggles
import ToggleBase

extension ToggleClient {
    /// The identifier of this installation, or `nil` if the client has none.
    ///
    /// It's the targeting key of the ambient context as long as that has no other one.
    public var installationID: InstallationID? { refresher?.installation?.id }

    /// Replaces the identifier of this installation with a new random one, for example because the user asks for it.
    ///
    /// If the identifier is the targeting key of the ambient context, values are resolved again, and the user may get
    /// other variants. The method waits for the disk, for a few milliseconds.
    ///
    /// - Returns: The new identifier, or `nil` if the client has none.
    /// - Throws: ``InstallationIDError`` if the file can't be written. The identifier stays.
    @discardableResult
    public func resetInstallationID() throws(InstallationIDError) -> InstallationID? {
        do throws(SharedFile.Failure) {
            return try refresher?.resetInstallation()
        } catch {
            throw InstallationIDError(path: error.path, message: error.message)
        }
    }
}

/// An error that prevents a client from replacing the identifier of the installation.
public struct InstallationIDError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file or folder that caused the error.
    public let path: String
    /// A sentence that says what failed, why, and what to do about it.
    public let message: String

    /// The path and the message.
    public var description: String { "\(path): \(message)" }
}
