/// All toggles of one manifest, in its order.
///
/// The generator writes one registry per module. ``ToggleClient`` is created with the registries of the modules it
/// serves.
public struct ToggleRegistry: Sendable {
    /// The name of the generated namespace, for messages.
    public let namespace: String
    /// The name of the application that the manifest belongs to, which determines the path of its local defaults file;
    /// `nil` uses the namespace.
    public let application: String?
    /// The toggles in the order of the manifest.
    ///
    /// Release toggles are left out of a RELEASE build.
    public let toggles: [ToggleDefinition]
    /// Whether a tool has already checked the keys and the identifiers.
    let soundness: Soundness

    /// Creates a registry from definitions.
    public init(namespace: String, application: String? = nil, toggles: [ToggleDefinition]) {
        self.namespace = namespace
        self.application = application
        self.toggles = toggles
        soundness = .unknown
    }

    /// Creates a registry from definitions that a tool has checked.
    package init(namespace: String, application: String?, toggles: [ToggleDefinition], soundness: Soundness) {
        self.namespace = namespace
        self.application = application
        self.toggles = toggles
        self.soundness = soundness
    }

    /// Creates a registry from typed keys.
    ///
    /// Generated code calls this initializer.
    ///
    /// ```swift
    /// static let registry = ToggleRegistry(namespace: "AppToggles") { toggles in
    ///     toggles.add(release: .newCheckout, description: "One-page checkout.", owner: "payments")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - namespace: The name of the generated namespace.
    ///   - application: The name of the application that the manifest belongs to.
    ///   - build: Adds the toggles.
    public init(namespace: String, application: String? = nil, build: (inout Builder) -> Void) {
        var builder = Builder()
        build(&builder)
        self.init(namespace: namespace, application: application, toggles: builder.toggles)
    }
}

extension ToggleRegistry {
    /// Whether a tool has already made the checks that a client makes.
    ///
    /// Registries are sound if their keys are unique and every identifier matches its toggle's type.
    package enum Soundness: Sendable, Hashable {
        /// The registry wasn't checked, or it isn't sound.
        case unknown
        /// The registry is sound by itself.
        case alone
        /// The registry is sound together with all others that have the same number.
        case together(UInt64)
    }
}

extension [ToggleRegistry] {
    /// The application's name in the first registry that has one, or else the first registry's namespace.
    package var application: String? {
        (first { $0.application != nil } ?? first).map { $0.application ?? $0.namespace }
    }

    /// Whether the registries are known to be sound together.
    var areKnownSound: Bool {
        switch first?.soundness {
        case .together(let number): allSatisfy { $0.soundness == .together(number) }
        case .alone: count == 1
        case .unknown, nil: false
        }
    }

    /// Whether the registries are sound together.
    ///
    /// - Complexity: O(*n*) in the number of toggles.
    package var areSound: Bool {
        let toggles = flatMap(\.toggles)
        var keys = ToggleKeyIndex(capacity: toggles.count)
        var identifiers = ToggleIdentifierSet(capacity: toggles.count)
        for (index, toggle) in toggles.enumerated() {
            guard identifiers.insert(toggle.id),
                toggle.id & ToggleIdentifier.tagMask == ToggleIdentifier.tag(of: toggle.type),
                keys.insert(toggle.key, at: index, keyAt: { toggles[$0].key }) == nil
            else { return false }
        }
        return true
    }
}

/// A generated namespace that contains the registry of one module.
public protocol ToggleNamespace {
    /// All toggles that the module's manifest declares.
    static var registry: ToggleRegistry { get }
}

extension ToggleRegistry {
    /// Collects the toggles of a registry from their typed keys.
    ///
    /// A RELEASE build contains no descriptions, owners, or dates, and nothing at all of release toggles.
    ///
    /// Details are plain arguments and not a ``ToggleDetails``, because the generator writes thousands of them. With a
    /// nested call in a closure for each one, a debug build takes twice as long.
    public struct Builder {
        @usableFromInline var toggles: [ToggleDefinition] = []

        /// Returns a reference to the details in builds that contain them.
        ///
        /// A RELEASE build doesn't use the arguments, so their text is not in the binary.
        @inlinable
        @inline(__always)
        static func details(
            _ description: String,
            _ owner: String,
            _ created: String?,
            _ expires: String?,
            _ isPermanent: Bool,
            _ issue: String?
        ) -> ToggleDetails? {
            #if OVERRIDES
            ToggleDetails(
                description: description,
                owner: owner,
                created: created.flatMap { CalendarDate($0) },
                expires: expires.flatMap { CalendarDate($0) },
                isPermanent: isPermanent,
                issue: issue
            )
            #else
            nil
            #endif
        }

        @usableFromInline
        mutating func append<Value: ToggleValue>(
            _ reference: ToggleReference,
            category: ToggleCategory,
            default defaultValue: Value,
            remote: String?,
            retired: [String],
            details: ToggleDetails?
        ) {
            toggles.append(
                ToggleDefinition(
                    key: reference.key,
                    id: reference.id,
                    category: category,
                    type: Value.toggleType,
                    defaultValue: defaultValue.json,
                    remoteParameter: remote,
                    retiredParameters: retired,
                    details: details,
                    decodeObject: { Value(json: $0).map { ToggleObject($0) } }
                )
            )
        }

        /// Adds a release toggle; a RELEASE build contains no code for it.
        ///
        /// - Parameters:
        ///   - toggle: The typed key.
        ///   - description: What the toggle does.
        ///   - owner: The team or person responsible for the toggle.
        ///   - created: The date of the declaration, as `YYYY-MM-DD`.
        ///   - expires: The first day on which the toggle counts as expired, as `YYYY-MM-DD`.
        ///   - isPermanent: Whether the toggle is meant to stay.
        ///   - issue: The ticket.
        @inlinable
        @inline(__always)
        public mutating func add(
            release toggle: ReleaseToggle,
            description: String,
            owner: String,
            created: String? = nil,
            expires: String? = nil,
            isPermanent: Bool = false,
            issue: String? = nil
        ) {
            #if OVERRIDES
            append(
                toggle.reference,
                category: .release,
                default: false,
                remote: nil,
                retired: [],
                details: Self.details(description, owner, created, expires, isPermanent, issue)
            )
            #endif
        }

        /// Adds an ops toggle.
        ///
        /// - Parameters:
        ///   - toggle: The typed key.
        ///   - remote: The remote parameter, if it isn't the key.
        ///   - retired: Former remote parameters.
        ///   - description: What the toggle does.
        ///   - owner: The team or person responsible for the toggle.
        ///   - created: The date of the declaration, as `YYYY-MM-DD`.
        ///   - expires: The first day on which the toggle counts as expired, as `YYYY-MM-DD`.
        ///   - isPermanent: Whether the toggle is meant to stay.
        ///   - issue: The ticket.
        @inlinable
        @inline(__always)
        public mutating func add<Value: ToggleValue>(
            ops toggle: OpsToggle<Value>,
            remote: String? = nil,
            retired: [String] = [],
            description: String,
            owner: String,
            created: String? = nil,
            expires: String? = nil,
            isPermanent: Bool = false,
            issue: String? = nil
        ) {
            append(
                toggle.reference,
                category: .ops,
                default: toggle.defaultValue,
                remote: remote,
                retired: retired,
                details: Self.details(description, owner, created, expires, isPermanent, issue)
            )
        }

        /// Adds an experiment.
        ///
        /// - Parameters:
        ///   - toggle: The typed key.
        ///   - remote: The remote parameter, if it isn't the key.
        ///   - retired: Former remote parameters.
        ///   - description: What the toggle does.
        ///   - owner: The team or person responsible for the toggle.
        ///   - created: The date of the declaration, as `YYYY-MM-DD`.
        ///   - expires: The first day on which the toggle counts as expired, as `YYYY-MM-DD`.
        ///   - isPermanent: Whether the toggle is meant to stay.
        ///   - issue: The ticket.
        @inlinable
        @inline(__always)
        public mutating func add<Variant: ToggleVariant>(
            experiment toggle: ExperimentToggle<Variant>,
            remote: String? = nil,
            retired: [String] = [],
            description: String,
            owner: String,
            created: String? = nil,
            expires: String? = nil,
            isPermanent: Bool = false,
            issue: String? = nil
        ) {
            append(
                toggle.reference,
                category: .experiment,
                default: toggle.defaultValue,
                remote: remote,
                retired: retired,
                details: Self.details(description, owner, created, expires, isPermanent, issue)
            )
        }

        /// Adds a permission toggle.
        ///
        /// - Parameters:
        ///   - toggle: The typed key.
        ///   - remote: The remote parameter, if it isn't the key.
        ///   - retired: Former remote parameters.
        ///   - description: What the toggle does.
        ///   - owner: The team or person responsible for the toggle.
        ///   - created: The date of the declaration, as `YYYY-MM-DD`.
        ///   - expires: The first day on which the toggle counts as expired, as `YYYY-MM-DD`.
        ///   - isPermanent: Whether the toggle is meant to stay.
        ///   - issue: The ticket.
        @inlinable
        @inline(__always)
        public mutating func add(
            permission toggle: PermissionToggle,
            remote: String? = nil,
            retired: [String] = [],
            description: String,
            owner: String,
            created: String? = nil,
            expires: String? = nil,
            isPermanent: Bool = false,
            issue: String? = nil
        ) {
            append(
                toggle.reference,
                category: .permission,
                default: toggle.defaultValue,
                remote: remote,
                retired: retired,
                details: Self.details(description, owner, created, expires, isPermanent, issue)
            )
        }

        /// Adds a migration toggle.
        ///
        /// - Parameters:
        ///   - toggle: The typed key.
        ///   - remote: The remote parameter, if it isn't the key.
        ///   - retired: Former remote parameters.
        ///   - description: What the toggle does.
        ///   - owner: The team or person responsible for the toggle.
        ///   - created: The date of the declaration, as `YYYY-MM-DD`.
        ///   - expires: The first day on which the toggle counts as expired, as `YYYY-MM-DD`.
        ///   - isPermanent: Whether the toggle is meant to stay.
        ///   - issue: The ticket.
        @inlinable
        @inline(__always)
        public mutating func add(
            migration toggle: MigrationToggle,
            remote: String? = nil,
            retired: [String] = [],
            description: String,
            owner: String,
            created: String? = nil,
            expires: String? = nil,
            isPermanent: Bool = false,
            issue: String? = nil
        ) {
            append(
                toggle.reference,
                category: .migration,
                default: toggle.defaultValue,
                remote: remote,
                retired: retired,
                details: Self.details(description, owner, created, expires, isPermanent, issue)
            )
        }
    }
}
