import FeatureTogglesSigning
import ToggleTool

/// Runs the command `toggles keys new`.
extension NewKeysArguments: RunnableArguments {
    package func run() throws {
        let key = try SigningKey(id: id)
        let trusted = try key.trustedKey()
        let paths = (private: "\(name).private.pem", public: "\(name).public.pem")
        try key.write(toFile: paths.private, publicKeyFile: paths.public)
        let argument = id.map { ", id: \"\($0)\"" } ?? ""
        ToolOutput.print(
            """
            \(paths.private)  private key for toggles sign, readable only by you; keep it secret
            \(paths.public)   public key for toggles verify
            identifier: \(key.id)
            Swift code for your app: try TrustedKey("\(trusted.text)"\(argument))
            """
        )
    }
}
