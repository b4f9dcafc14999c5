package import DataMigration
import ToggleBase

/// A device in memory, with `UserDefaults` and a keychain, whose process dies at a certain change.
///
/// After its death, every call fails without a change. ``survivor(afterPowerLoss:_:)`` returns the state that the next
/// process finds.
package final class MortalDevice: Sendable {
    /// A change of a value in `UserDefaults`.
    private struct Change {
        let domain: String
        let key: String
        let value: StoredValue?
    }

    private struct State {
        /// The values of each domain when the process started.
        var initial: [String: [String: StoredValue]] = [:]
        /// The values that the process sees.
        var values: [String: [String: StoredValue]] = [:]
        var log: [Change] = []
        /// The number of changes that certainly left the process.
        var sent = 0
        var changes = 0
        var deathAt: Int?
        var isDead = false
        var failsToSynchronize = false
        var keychain = ScriptedKeychain()

        mutating func apply(_ change: Change) {
            values[change.domain, default: [:]][change.key] = change.value
        }
    }

    private let state: Mutex<State>

    package init() {
        state = Mutex(State())
    }

    private init(_ state: consuming sending State) {
        self.state = Mutex(state)
    }

    /// The number of changes.
    package var changes: Int { state.withLock(\.changes) }
    /// The names of the domains with values, sorted.
    package var domainNames: [String] {
        state.withLock { $0.values.filter { !$0.value.isEmpty }.keys.sorted() }
    }

    /// Kills the process during a change, counted from 0 from now on.
    package func die(at change: Int) {
        state.withLock {
            $0.changes = 0
            $0.deathAt = change
        }
    }

    /// Makes `synchronize` fail from now on.
    package func refuseToSynchronize(_ isRefused: Bool = true) {
        state.withLock { $0.failsToSynchronize = isRefused }
    }

    /// Returns the state that the next process finds.
    ///
    /// `UserDefaults` sends changes to another process in their order, and that process saves them later. So changes that
    /// weren't synchronized can be lost with the process, and any number of the last changes can be lost with the power.
    ///
    /// - Parameters:
    ///   - isPowerLost: Whether the device lost power, too.
    ///   - random: Decides which changes are lost.
    /// - Returns: The device with a new process.
    package func survivor(afterPowerLoss isPowerLost: Bool = false, _ random: inout SeededRandom) -> MortalDevice {
        var (initial, log, sent) = state.withLock { ($0.initial, $0.log, $0.sent) }
        let keychain = state.withLock(\.keychain)
        let kept = Int.random(in: (isPowerLost ? 0 : sent)...log.count, using: &random)
        log.removeSubrange(kept...)
        var next = State()
        next.values = initial
        for change in log { next.apply(change) }
        (initial, sent) = (next.values, 0)
        next.initial = initial
        next.keychain = keychain
        return MortalDevice(next)
    }

    /// Makes a change, during which the process may die.
    ///
    /// - Parameter body: Makes the change. If the process dies during it, it happens half of the times.
    /// - Returns: The result of the change; `nil` if the process is dead.
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result? {
        state.withLock { state -> Result? in
            guard !state.isDead else { return nil }
            let number = state.changes
            state.changes += 1
            guard number == state.deathAt else { return body(&state) }
            if number.isMultiple(of: 2) { _ = body(&state) }
            state.isDead = true
            return nil
        }
    }

    /// Returns `UserDefaults` for a domain.
    package func defaults(_ name: String) -> any DefaultsDomain {
        Defaults(device: self, name: name)
    }

    private struct Defaults: DefaultsDomain {
        let device: MortalDevice
        let name: String

        func values() throws(DataMigrationError) -> [String: StoredValue] {
            guard let values = device.state.withLock({ $0.isDead ? nil : $0.values[name] ?? [:] }) else {
                throw DataMigrationError(.unreadable, "The process is dead.")
            }
            return values
        }

        func set(_ value: StoredValue, forKey key: String) { change(key, to: value) }
        func remove(_ key: String) { change(key, to: nil) }
        func other(named name: String) -> any DefaultsDomain { Defaults(device: device, name: name) }

        private func change(_ key: String, to value: StoredValue?) {
            let change = Change(domain: name, key: key, value: value)
            _ = device.change { state in
                state.apply(change)
                state.log.append(change)
            }
        }

        func synchronize() -> Bool {
            guard !device.state.withLock(\.failsToSynchronize) else { return false }
            return device.change { $0.sent = $0.log.count } != nil
        }
    }

    /// The keychain of the device.
    package var keychain: any Keychain { DeviceKeychain(device: self) }

    /// Locks the device, or changes what the process may do.
    package func configureKeychain(_ body: (inout ScriptedKeychain) -> Void) {
        state.withLock { body(&$0.keychain) }
    }

    /// All items of the keychain, sorted.
    package var keychainItems: [KeychainItem] { state.withLock(\.keychain.sortedItems) }

    private struct DeviceKeychain: Keychain {
        let device: MortalDevice

        func add(_ item: KeychainItem) -> (status: Int32, item: KeychainItem?) {
            device.change { $0.keychain.add(item) } ?? (KeychainStatus.internalComponent, nil)
        }

        func items(matching query: KeychainQuery) -> (status: Int32, items: [KeychainItem]) {
            device.state.withLock { state in
                state.isDead ? (KeychainStatus.internalComponent, []) : state.keychain.items(matching: query)
            }
        }

        func update(_ query: KeychainQuery, data: [UInt8]?, accessibility: KeychainAccessibility?) -> Int32 {
            device.change { $0.keychain.update(query, data: data, accessibility: accessibility) }
                ?? KeychainStatus.internalComponent
        }

        func delete(_ query: KeychainQuery) -> Int32 {
            device.change { $0.keychain.delete(query) } ?? KeychainStatus.internalComponent
        }

        func message(for status: Int32) -> String? { "status \(status)" }
    }
}
