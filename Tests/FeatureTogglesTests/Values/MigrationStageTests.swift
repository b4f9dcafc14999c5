import FeatureToggles
import Testing
import ToggleBase

struct MigrationStageTests {
    @Test func stagesHaveFixedOrderAndNames() {
        let stages = MigrationStage.allCases
        #expect(stages.map(\.rawValue) == ["off", "dualwrite", "shadow", "live", "rampdown", "complete"])
        #expect(stages.map(\.variantIndex) == [0, 1, 2, 3, 4, 5])
        #expect(stages.map { MigrationStage(variantIndex: $0.variantIndex) } == stages)
        #expect(MigrationStage.toggleType == .migrationStages)
    }

    @Test func unknownStagesAreRejected() {
        #expect(MigrationStage(variantIndex: 6) == nil)
        #expect(MigrationStage(toggleBits: .max) == nil)
        #expect(MigrationStage(json: "on") == nil)
    }
}
