import Testing

/// Commands for a toggle that two modules declare differently.
struct ConflictingModulesTests {
    private static let warning = """
        warning: OtherToggles.farewell: FarewellToggles declares ‘farewell’ as experiment variants (control, cheerful), \
        but here it is experiment variants (control, grumpy); rename one of them, or make both declarations the same

        """

    private let project: ModularProject

    init() throws {
        project = try ModularProject()
        let text = try project.text("Sources/Farewells/toggles.yaml")
            .replacing("FarewellToggles", with: "OtherToggles")
            .replacing("[control, cheerful]", with: "[control, grumpy]")
        try project.write(text, to: "Sources/Other/toggles.yaml")
    }

    @Test func conflictIsReportedForTheGivenToggle() throws {
        for arguments in [["get", "farewell"], ["set", "farewell", "cheerful"], ["unset", "farewell"]] {
            let result = try run(arguments)
            #expect(result.status == 0, "\(result)")
            #expect(result.error.contains(Self.warning), "\(result)")
        }
        for arguments in [["get", "politeness"], ["set", "politeness", "formal"], ["unset", "politeness"]] {
            let result = try run(arguments)
            #expect(result.status == 0, "\(result)")
            #expect(!result.error.contains("declares"), "\(result)")
        }
    }

    @Test func validateNamesTheVariants() throws {
        let result = try run(["validate"])
        #expect(result.status == 1)
        #expect(
            (result.output + result.error).contains("as experiment variants (control, cheerful), default"),
            "\(result)"
        )
        #expect((result.output + result.error).contains("here as experiment variants (control, grumpy), default"))
    }

    private func run(_ arguments: [String]) throws -> BuiltCommand.Result {
        try BuiltCommand("toggles").run(
            arguments,
            environment: project.environment,
            in: "\(project.path)/Sources/Other"
        )
    }
}
