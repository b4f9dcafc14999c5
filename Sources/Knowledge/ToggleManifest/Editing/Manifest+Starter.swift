import ToggleBase

extension Manifest {
    /// Returns the text of a first `toggles.yaml`, with comments and an example of each category.
    ///
    /// ``parse(_:path:)-(String,_)`` reads it without findings if the namespace is valid.
    ///
    /// - Parameters:
    ///   - namespace: The name of the generated enum, such as `AppToggles`.
    ///   - application: The name of the application, which determines where its local defaults file is stored.
    ///   - access: The access level of the generated code.
    ///   - hasExamples: Whether the manifest has examples; otherwise, it has no toggles.
    ///   - packagePath: The path from the manifest's folder to that of the package, such as `../../`; `nil` outside of a
    ///     package, where the schema is in no known folder.
    ///   - owner: The owner of the examples; `nil` for one that shows what to write.
    ///   - today: The creation date of the examples.
    /// - Returns: The text, with `\n` for line breaks.
    public static func starter(
        namespace: String,
        application: String? = nil,
        access: Access = .internal,
        hasExamples: Bool = true,
        packagePath: String? = "",
        owner: String? = nil,
        today: CalendarDate
    ) -> String {
        let schema = packagePath.map {
            "# yaml-language-server: $schema=\($0).build/checkouts/swift-feature-toggles/Schemas/toggles.schema.json\n\n"
        }
        return """
            \(schema ?? "")# The toggles of this module. A typed key for each one is generated at the next build.
            # \(hasExamples ? "Replace the examples with your own; " : "")`toggles add` adds one, `toggles validate` checks them all.
            schema: 1
            namespace: \(namespace)    # the generated enum that holds the registry
            \(application.map { "application: \($0)" } ?? "# application: my-app")    # the folder of the local defaults file, shared by app and tools
            access: \(access.rawValue)    # of the generated code: internal, package or public

            \(hasExamples ? examples(owner, today) : "toggles: {}")

            """
    }

    private static func examples(_ owner: String?, _ today: CalendarDate) -> String {
        func owned(_ example: String) -> String { owner.map { JSONWriter().text(.string($0)) } ?? example }
        return """
            toggles:
              # A release toggle hides unfinished work: it is off, and the code it guards is not in a RELEASE build.
              new_checkout:
                category: release
                description: One-page checkout.
                owner: \(owned("payments"))
                created: \(today)
                expires: \(today.adding(days: 60))

              # An ops toggle is a switch for a running app, driven by remote config. Without type and values it is a Bool.
              search_ranking:
                category: ops
                values: [classic, neural]    # a closed set; or  type: bool | int | double | string | json
                default: classic
                description: Which ranking the search uses.
                owner: \(owned("search"))
                created: \(today)
                expires: \(today.adding(months: 5))

              # An experiment has variants, of which each user always gets the same one.
              checkout_button:
                category: experiment
                values: [control, treatment]
                default: control
                description: Whether a larger button sells more.
                owner: \(owned("growth"))
                created: \(today)
                expires: \(today.adding(months: 1))

              # A permission gives some users access to a feature. It needs an expiry date, or ‘permanent: true’.
              admin_tools:
                category: permission
                description: Tools for the support team.
                owner: \(owned("platform"))
                created: \(today)
                permanent: true

              # A migration has stages, from one store to another: off, dualwrite, shadow, live, rampdown, complete.
              book_store:
                category: migration
                description: Books move from SQLite to Firestore.
                owner: \(owned("data"))
                created: \(today)
                expires: \(today.adding(months: 8))
            """
    }

    /// Returns a namespace for a new manifest: `AppToggles`, or a name made from its folder if that is taken.
    ///
    /// - Parameters:
    ///   - folder: The name of the manifest's folder.
    ///   - taken: The namespaces of the project's other manifests.
    /// - Returns: A valid name that is not taken.
    package static func starterNamespace(folder: String, besides taken: Set<String>) -> String {
        let standard = "AppToggles"
        let name = SwiftName.typeName(from: folder).map { "\($0)Toggles" } ?? standard
        let numbered = (2...taken.count + 2).lazy.map { "\(name)\($0)" }
        return ([standard, name] + numbered).first { !taken.contains($0) && !SwiftName.reservedTypes.contains($0) }
            ?? standard
    }
}

extension CalendarDate {
    /// Returns the same day a number of months later, or the last day of that month if it has fewer days.
    func adding(months: Int) -> CalendarDate {
        let total = (year * 12 + month - 1).addingReportingOverflow(months)
        guard !total.overflow else { return self }
        let (year, month) = (total.partialValue / 12, total.partialValue % 12 + 1)
        guard (1...12).contains(month) else { return self }
        let last = Self.days(inMonth: month, ofYear: year)
        return CalendarDate(year: year, month: month, day: min(day, last)) ?? self
    }
}
