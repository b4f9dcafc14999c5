/// A store in which secrets have an old and a new place, so that older and newer versions of the app can share them, even
/// if the user changes between the two several times.
///
/// The places can be two stores with different shapes of the keychain, or two names in one store:
///
/// ```swift
/// let mapping = try SchemaMapping(
///     [MirroredKey("flutter.tab", as: "tab")], secrets: [MirroredSecret("token", as: "session.token")]
/// )
/// let secrets = MirroredSecretStore(
///     old: KeychainSecretStore(.flutterSecureStorage(prefix: "flutter.")),
///     new: KeychainSecretStore(service: "com.example.shop"),
///     mapping
/// )
/// let settings = MirroredStore(store, mapping, secrets: secrets)
/// try settings.adoptOldWrites()                                  // at launch
/// try secrets.set(token, named: "session.token")                 // sets flutter.token, too
/// ```
///
/// The newer version of the app uses this store with the new names. Each change sets or removes the secret in both
/// places, and then a copy with a reserved name in the new store. With this copy, ``adoptOldWrites()`` can tell which
/// version of the app has changed or removed a secret since then, and completes a change that was interrupted.
///
/// After ``dropOldNames()``, changes affect only the new place. If an older version sets a secret nevertheless, it is
/// mirrored again until the next call.
public struct MirroredSecretStore: SecretStore {
    /// The prefix of the copies.
    private static let copyPrefix = SecretJournal.prefix + "mirror."

    /// The prefix of the marks of secrets whose rollout has ended.
    private static let endPrefix = SecretJournal.prefix + "unmirrored."
    private static let endMark = Secret("1")

    private let old: any SecretStore
    private let new: any SecretStore
    private let mapping: SchemaMapping

    /// Creates a mirrored store.
    ///
    /// - Parameters:
    ///   - old: The store of older versions.
    ///   - new: The store of this version; it can be the same one if the names differ.
    ///   - mapping: The old and the new names.
    public init(old: any SecretStore, new: any SecretStore, _ mapping: SchemaMapping) {
        self.old = old
        self.new = new
        self.mapping = mapping
    }

    private func mirrored(_ name: String) -> MirroredSecret? {
        mapping.secrets.first { $0.new == name }
    }

    /// Returns whether the new store exists.
    public func exists() throws(DataMigrationError) -> Bool {
        try new.exists()
    }

    /// Returns the names of all secrets in the new store, sorted.
    public func names() throws(DataMigrationError) -> [String] {
        try namesWithCopies().filter { !$0.hasPrefix(Self.copyPrefix) && !$0.hasPrefix(Self.endPrefix) }.sorted()
    }

    /// Returns the names of all secrets in the new store, including those of the mirror itself.
    func namesWithCopies() throws(DataMigrationError) -> [String] {
        try new.names()
    }

    /// Returns a secret of the new store.
    public func secret(named name: String) throws(DataMigrationError) -> Secret? {
        try new.secret(named: name)
    }

    /// Returns how a secret of the new store is protected.
    public func protection(ofSecret name: String) throws(DataMigrationError) -> String? {
        try new.protection(ofSecret: name)
    }

    /// Sets a secret in both places.
    public func set(_ secret: Secret, named name: String) throws(DataMigrationError) {
        try set(secret, named: name, protection: nil)
    }

    /// Sets a secret in both places.
    ///
    /// - Parameters:
    ///   - secret: The secret in its new form.
    ///   - name: The new name.
    ///   - protection: How a new secret is protected in the new store.
    /// - Throws: An error. As far as possible, nothing has changed then; ``adoptOldWrites()`` completes the rest.
    public func set(_ secret: Secret, named name: String, protection: String?) throws(DataMigrationError) {
        guard let mirrored = mirrored(name), try !hasEnded(mirrored) else {
            return try new.set(secret, named: name, protection: protection)
        }
        let converted = try mirrored.reverted(secret)
        try change(mirrored) { () throws(DataMigrationError) in
            try new.set(secret, named: name, protection: protection)
            try old.set(converted, named: mirrored.old)
            try setCopy(secret, of: mirrored)
        }
    }

    /// Returns the secret of which a name is the copy's, or `nil` for other names.
    static func secret(ofCopy name: String) -> String? {
        name.hasPrefix(copyPrefix) ? String(name.dropFirst(copyPrefix.count)) : nil
    }

    /// Sets the copy of a secret, which isn't easier to read than the secret itself.
    private func setCopy(_ secret: Secret, of mirrored: MirroredSecret) throws(DataMigrationError) {
        try new.set(
            secret,
            named: Self.copyPrefix + mirrored.new,
            protection: try new.protection(ofSecret: mirrored.new)
        )
    }

    /// Removes a secret in both places.
    ///
    /// - Throws: An error. As far as possible, nothing has changed then; ``adoptOldWrites()`` completes the rest.
    public func remove(_ name: String) throws(DataMigrationError) {
        guard let mirrored = mirrored(name), try !hasEnded(mirrored) else { return try new.remove(name) }
        try change(mirrored) { () throws(DataMigrationError) in
            try new.remove(name)
            try old.remove(mirrored.old)
            try new.remove(Self.copyPrefix + name)
        }
    }

    /// Makes a change in both places, or reverts it.
    private func change(
        _ mirrored: MirroredSecret,
        _ body: () throws(DataMigrationError) -> Void
    ) throws(DataMigrationError) {
        let revertNew = try reverting(mirrored.new, in: new)
        let revertOld = try reverting(mirrored.old, in: old)
        do throws(DataMigrationError) {
            try body()
        } catch {
            // If this fails, too, the copy shows at the next launch which place has changed.
            try? revertNew()
            try? revertOld()
            throw error
        }
    }

    /// Returns a closure that gives a secret its present value and protection again, or removes it.
    private func reverting(
        _ name: String,
        in store: any SecretStore
    ) throws(DataMigrationError) -> () throws(DataMigrationError) -> Void {
        guard let secret = try store.secret(named: name) else {
            return { () throws(DataMigrationError) in try store.remove(name) }
        }
        let protection = try store.protection(ofSecret: name)
        return { () throws(DataMigrationError) in try store.set(secret, named: name, protection: protection) }
    }

    /// Returns whether the old place was dropped, and no older version has set it again.
    private func hasEnded(_ mirrored: MirroredSecret) throws(DataMigrationError) -> Bool {
        guard try old.secret(named: mirrored.old) == nil else { return false }
        guard try new.secret(named: Self.copyPrefix + mirrored.new) == nil else { return false }
        return try new.secret(named: Self.endPrefix + mirrored.new) != nil
    }

    /// The values of a secret, in their new form.
    private struct State {
        let old: Secret?
        let new: Secret?
        /// The value after the last mirrored change.
        let copy: Secret?
        /// Whether the old place was dropped.
        let hasEnded: Bool

        /// Whether the old place determines the value.
        ///
        /// A mirrored change begins with the new place. So if only the new one differs from the copy, a mirrored change was
        /// interrupted, or a newer version without a mirror changed it. In any other case, the older version was the
        /// last to write. Without a copy, the secret has never been mirrored, and a missing old one wasn't removed.
        var isOldDecisive: Bool { copy == nil ? old != nil : old != copy }
        var value: Secret? { isOldDecisive ? old : new }
    }

    private func state(of mirrored: MirroredSecret) throws(DataMigrationError) -> State {
        let old = try self.old.secret(named: mirrored.old)
        let new = try self.new.secret(named: mirrored.new)
        let copy = try self.new.secret(named: Self.copyPrefix + mirrored.new)
        let converted = try old.map { old throws(DataMigrationError) in
            // A conversion may lose information, so an equal result in the other direction is enough.
            for value in [new, copy] { if let value, mirrored.backward(value) == old { return value } }
            return try mirrored.converted(old)
        }
        return State(old: converted, new: new, copy: copy, hasEnded: try hasEnded(mirrored))
    }

    /// Returns the secrets whose places have different values, in the order of the mapping.
    public func verify() throws(DataMigrationError) -> [MirrorDisagreement] {
        var found: [MirrorDisagreement] = []
        for mirrored in mapping.secrets {
            if let disagreement = Self.disagreement(mirrored, try state(of: mirrored)) { found.append(disagreement) }
        }
        return found
    }

    private static func disagreement(_ mirrored: MirroredSecret, _ state: State) -> MirrorDisagreement? {
        guard state.old != state.new, !state.hasEnded else { return nil }
        return MirrorDisagreement(
            mirrored,
            state.old == nil ? .oldIsMissing : state.new == nil ? .newIsMissing : .differ
        )
    }

    /// Makes both places equal, after either version of the app has changed secrets.
    ///
    /// Call it at launch, before anything reads a secret. The last change wins: that of the older version, if it has set
    /// or removed a secret since the last mirrored change, or otherwise that of the newer one. So a user who logged out in
    /// the older version is logged out, and one who logged in there stays logged in.
    ///
    /// A secret counts as removed only if its store exists: if the file of a ``FileSecretStore`` was moved away, its
    /// secrets are set again. After ``dropOldNames()``, nothing is set in the old store.
    ///
    /// - Returns: The differences that were found.
    /// - Throws: The first error if secrets can't be read, converted, or written. All others are equal then, unless the
    ///   old store doesn't exist. Calling it again completes the rest.
    @discardableResult
    public func adoptOldWrites() throws(DataMigrationError) -> [MirrorDisagreement] {
        if try !old.exists() { try forgetCopies() }
        var found: [MirrorDisagreement] = []
        var firstError: DataMigrationError?
        for mirrored in mapping.secrets {
            do throws(DataMigrationError) {
                if let disagreement = try adoptOldWrite(of: mirrored) { found.append(disagreement) }
            } catch {
                firstError = firstError ?? error
            }
        }
        if let firstError { throw firstError }
        return found
    }

    /// Removes the copies, because nothing was removed from an old store that doesn't exist.
    ///
    /// All of them are removed before the first secret is set in the old store: the store exists from then on, also
    /// after a crash, and the other secrets would seem to be removed.
    private func forgetCopies() throws(DataMigrationError) {
        for mirrored in mapping.secrets { try new.remove(Self.copyPrefix + mirrored.new) }
    }

    /// Makes both places of a secret equal.
    ///
    /// - Returns: The difference, if there was one.
    private func adoptOldWrite(of mirrored: MirroredSecret) throws(DataMigrationError) -> MirrorDisagreement? {
        let state = try state(of: mirrored)
        if state.hasEnded { return nil }
        if let value = state.value {
            if state.new != value { try new.set(value, named: mirrored.new) }
            if state.old != value { try old.set(try mirrored.reverted(value), named: mirrored.old) }
            if state.copy != value { try setCopy(value, of: mirrored) }
        } else {
            if state.new != nil { try new.remove(mirrored.new) }
            if state.old != nil { try old.remove(mirrored.old) }
            if state.copy != nil { try new.remove(Self.copyPrefix + mirrored.new) }
        }
        return Self.disagreement(mirrored, state)
    }

    /// Ends the rollout by removing the old secrets and the copies.
    ///
    /// Calling it again completes an interrupted call.
    ///
    /// - Throws: An error, without having changed anything, if secrets differ. If a secret can't be removed, those before
    ///   it in the mapping already are.
    public func dropOldNames() throws(DataMigrationError) {
        let present = try removable()
        // First, because without its copy and the old one, a secret looks as if it had never been mirrored.
        for mirrored in mapping.secrets {
            let name = Self.endPrefix + mirrored.new
            if try new.secret(named: name) == nil { try new.set(Self.endMark, named: name) }
        }
        for mirrored in present {
            try new.remove(Self.copyPrefix + mirrored.new)
            try old.remove(mirrored.old)
        }
    }

    /// Returns the secrets whose old place still exists, or throws an error if secrets differ.
    func removable() throws(DataMigrationError) -> [MirroredSecret] {
        var present: [MirroredSecret] = []
        for mirrored in mapping.secrets {
            let state = try state(of: mirrored)
            // Without a copy and the old one, it was already removed.
            if state.copy == nil, state.old == nil { continue }
            if let disagreement = Self.disagreement(mirrored, state) { throw disagreement.error }
            present.append(mirrored)
        }
        return present
    }
}
