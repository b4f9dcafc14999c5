/// Advice for errors of the keychain.
///
/// It doesn't need a keychain, so that it can be tested on every platform.
enum KeychainAdvice {
    /// Returns a sentence that says what to do.
    ///
    /// - Parameters:
    ///   - status: The `OSStatus` of the call.
    ///   - accessGroup: The requested access group, if there is one.
    /// - Returns: The sentence.
    static func sentence(for status: Int32, accessGroup: String?) -> String {
        switch status {
        // errSecMissingEntitlement
        case -34018:
            if let accessGroup {
                """
                Add ‘\(accessGroup)’ to the entitlement keychain-access-groups (capability Keychain Sharing), and sign the \
                app with the team that the group belongs to.
                """
            } else {
                """
                The process has no access to a keychain: sign it with a development team and an entitlement \
                (keychain-access-groups or application-identifier). Run tests inside a signed app; an unsigned \
                command-line tool can use FileSecretStore.
                """
            }
        // errSecInteractionNotAllowed
        case -25308:
            """
            Try again when the device is unlocked; after a restart, it must be unlocked once. On a Mac, log in at the \
            screen first: a remote login does not unlock the keychain.
            """
        // errSecNotAvailable
        case -25291: "No keychain is available: run the process in the session of a user, not as a system service."
        // errSecAuthFailed
        case -25293: "The keychain refused the password or the passcode; unlock it and try again."
        // errSecUserCanceled
        case -128: "The user canceled the request; try again."
        // errSecNoAccessForItem
        case -25243:
            "The secret belongs to another app: use another service, or an access group that both apps share."
        // errSecDuplicateItem
        case -25299: "Another process stored the secret at the same time; try again."
        // errSecParam
        case -50: "The service, the access group or a name is not valid for the keychain."
        // errSecDecode
        case -26275: "The stored secret is damaged; remove it."
        // errSecAllocate, errSecIO, errSecDiskFull
        case -108, -36, -34: "The device is out of memory or storage; free some and try again."
        default: "Run ‘security error \(status)’ on a Mac to see what the number means."
        }
    }
}
