import ArgumentParser
import FeatureTogglesRemote
import FeatureTogglesSigning
import ToggleTool

/// Runs the command `toggles sign`.
extension SignArguments: RunnableArguments {
    package func run() throws {
        let key = try SigningKey(file: key, id: keyID)
        let signer = try DocumentSigner(key: key, environment: environment, audience: audience)
        let bytes = try SigningFiles.read(document, limit: FlagDocument.Limits.standard.size)
        if !unchecked {
            do {
                _ = try FlagDocument(text: bytes)
            } catch {
                throw ToolError.usage(
                    "‘\(document)’ is not a flagd document: \(error). Nothing was signed; --unchecked signs it anyway."
                )
            }
        }
        let issuedAt = issuedAt ?? ToolFiles.secondsSince1970
        let envelope = try signer.sign(
            bytes,
            revision: revision,
            issuedAt: issuedAt,
            // An overflow exceeds the last date, and the signer rejects it.
            expiresAt: days.map {
                issuedAt.addingReportingOverflow($0 * 86_400).overflow ? .max : issuedAt + $0 * 86_400
            }
        )
        try SigningFiles.write(envelope, to: output, input: document)
    }
}
