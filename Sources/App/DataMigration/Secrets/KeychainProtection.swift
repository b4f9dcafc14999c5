/// When a secret in the keychain can be read, and where it goes.
///
/// A combination that the keychain refuses, such as a synchronized item that requires a passcode, can't be expressed.
public enum KeychainProtection: Sendable, Hashable {
    /// The places that a secret can reach.
    public enum Reach: String, Sendable, Hashable {
        /// Only this device. After a move to a new phone, the user has to log in again.
        case thisDevice
        /// This device, and a new one to which an encrypted backup is restored.
        case backups
        /// All devices of the user, through iCloud Keychain.
        case iCloudKeychain
    }

    /// Readable after the device was unlocked once since its start, so that launches in the background find the secret.
    case afterFirstUnlock(Reach)
    /// Readable only while the device is unlocked. Launches in the background can't read the secret.
    case whenUnlocked(Reach)
    /// Readable only while the device is unlocked and has a passcode, and only on this device.
    case whenPasscodeSet

    var accessibility: KeychainAccessibility {
        switch self {
        case .afterFirstUnlock(.thisDevice): .afterFirstUnlockThisDeviceOnly
        case .afterFirstUnlock: .afterFirstUnlock
        case .whenUnlocked(.thisDevice): .whenUnlockedThisDeviceOnly
        case .whenUnlocked: .whenUnlocked
        case .whenPasscodeSet: .whenPasscodeSetThisDeviceOnly
        }
    }

    var isSynchronizable: Bool {
        switch self {
        case .afterFirstUnlock(let reach), .whenUnlocked(let reach): reach == .iCloudKeychain
        case .whenPasscodeSet: false
        }
    }

    /// The same protection, without leaving the device.
    var onThisDevice: KeychainProtection {
        switch self {
        case .afterFirstUnlock: .afterFirstUnlock(.thisDevice)
        case .whenUnlocked: .whenUnlocked(.thisDevice)
        case .whenPasscodeSet: .whenPasscodeSet
        }
    }

    /// Returns the protection of an item; `nil` if its class is unknown.
    init?(_ item: KeychainItem) {
        let reach: Reach =
            item.isSynchronizable
            ? .iCloudKeychain : item.accessibility?.isThisDeviceOnly == true ? .thisDevice : .backups
        switch item.accessibility {
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: self = .afterFirstUnlock(reach)
        case .whenUnlocked, .whenUnlockedThisDeviceOnly: self = .whenUnlocked(reach)
        case .whenPasscodeSetThisDeviceOnly: self = .whenPasscodeSet
        case nil: return nil
        }
    }

    /// The protection in a staged secret.
    var text: String {
        switch self {
        case .afterFirstUnlock(let reach): "afterFirstUnlock.\(reach.rawValue)"
        case .whenUnlocked(let reach): "whenUnlocked.\(reach.rawValue)"
        case .whenPasscodeSet: "whenPasscodeSet"
        }
    }

    /// Parses the protection in a staged secret.
    init?(text: String) {
        let parts = text.split(separator: ".", maxSplits: 1)
        let reach = parts.count == 2 ? Reach(rawValue: String(parts[1])) : nil
        switch (parts.first, reach) {
        case ("afterFirstUnlock"?, let reach?): self = .afterFirstUnlock(reach)
        case ("whenUnlocked"?, let reach?): self = .whenUnlocked(reach)
        case ("whenPasscodeSet"?, nil): self = .whenPasscodeSet
        default: return nil
        }
    }
}
