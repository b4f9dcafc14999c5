import ToggleBase

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

    /// Creates a registry from definitions.
    public init(namespace: String, application: String? = nil, toggles: [ToggleDefinition]) {
        self.namespace = namespace
        self.application = application
        self.toggles = toggles
    }

    /// Creates a registry from typed keys.
    ///
    /// Generated code calls this initializer.
    ///
    /// ```swift
    /// static let registry = ToggleRegistry(namespace: "AppToggles") { toggles in
    ///     toggles.add(
    ///         release: .newCheckout,
    ///         details: ToggleDetails(description: "One-page checkout.", owner: "payments")
    ///     )
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

extension [ToggleRegistry] {
    /// The application's name in the first registry that has one, or else the first registry's namespace.
    package var application: String? {
        (first { $0.application != nil } ?? first).map { $0.application ?? $0.namespace }
    }
}

extension ToggleRegistry {
    /// Collects the toggles of a registry from their typed keys.
    ///
    /// A RELEASE build contains no descriptions, owners, or dates, and nothing at all of release toggles.
    public struct Builder {
        @usableFromInline var toggles: [ToggleDefinition] = []

        /// Returns the details in builds that contain them.
        ///
        /// A RELEASE build doesn't call the closure, so its text is not in the binary.
        @inlinable
        @inline(__always)
        static func kept(_ details: () -> ToggleDetails) -> ToggleDetails? {
            #if OVERRIDES
            details()
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
        ///   - details: The details for people; not evaluated in a RELEASE build.
        @inlinable
        @inline(__always)
        public mutating func add(release toggle: ReleaseToggle, details: @autoclosure () -> ToggleDetails) {
            #if OVERRIDES
            append(
                toggle.reference,
                category: .release,
                default: false,
                remote: nil,
                retired: [],
                details: details()
            )
            #endif
        }

        /// Adds an ops toggle.
        ///
        /// - Parameters:
        ///   - toggle: The typed key.
        ///   - remote: The remote parameter, if it isn't the key.
        ///   - retired: Former remote parameters.
        ///   - details: The details for people; not evaluated in a RELEASE build.
        @inlinable
        @inline(__always)
        public mutating func add<Value: ToggleValue>(
            ops toggle: OpsToggle<Value>,
            remote: String? = nil,
            retired: [String] = [],
            details: @autoclosure () -> ToggleDetails
        ) {
            append(
                toggle.reference,
                category: .ops,
                default: toggle.defaultValue,
                remote: remote,
                retired: retired,
                details: Self.kept(details)
            )
        }

        /// Adds an experiment.
        ///
        /// - Parameters:
        ///   - toggle: The typed key.
        ///   - remote: The remote parameter, if it isn't the key.
        ///   - retired: Former remote parameters.
        ///   - details: The details for people; not evaluated in a RELEASE build.
        @inlinable
        @inline(__always)
        public mutating func add<Variant: ToggleVariant>(
            experiment toggle: ExperimentToggle<Variant>,
            remote: String? = nil,
            retired: [String] = [],
            details: @autoclosure () -> ToggleDetails
        ) {
            append(
                toggle.reference,
                category: .experiment,
                default: toggle.defaultValue,
                remote: remote,
                retired: retired,
                details: Self.kept(details)
            )
        }

        /// Adds a permission toggle.
        ///
        /// - Parameters:
        ///   - toggle: The typed key.
        ///   - remote: The remote parameter, if it isn't the key.
        ///   - retired: Former remote parameters.
        ///   - details: The details for people; not evaluated in a RELEASE build.
        @inlinable
        @inline(__always)
        public mutating func add(
            permission toggle: PermissionToggle,
            remote: String? = nil,
            retired: [String] = [],
            details: @autoclosure () -> ToggleDetails
        ) {
            append(
                toggle.reference,
                category: .permission,
                default: toggle.defaultValue,
                remote: remote,
                retired: retired,
                details: Self.kept(details)
            )
        }

        /// Adds a migration toggle.
        ///
        /// - Parameters:
        ///   - toggle: The typed key.
        ///   - remote: The remote parameter, if it isn't the key.
        ///   - retired: Former remote parameters.
        ///   - details: The details for people; not evaluated in a RELEASE build.
        @inlinable
        @inline(__always)
        public mutating func add(
            migration toggle: MigrationToggle,
            remote: String? = nil,
            retired: [String] = [],
            details: @autoclosure () -> ToggleDetails
        ) {
            append(
                toggle.reference,
                category: .migration,
                default: toggle.defaultValue,
                remote: remote,
                retired: retired,
                details: Self.kept(details)
            )
        }
    }
}
