import TestSupport
import Testing

@testable import FeatureToggles

/// What a key contains besides its name.
struct ToggleReferenceTests {
    @Test func onlyBooleanTogglesAreBoolean() {
        #expect(ReleaseToggle.newCheckout.reference.isBoolean)
        #expect(OpsToggle.fastSearch.reference.isBoolean)
        #expect(PermissionToggle.adminTools.reference.isBoolean)
        #expect(!OpsToggle.pageSize.reference.isBoolean)
        #expect(!OpsToggle.searchRanking.reference.isBoolean)
        #expect(!OpsToggle.limits.reference.isBoolean)
        #expect(!MigrationToggle.bookStore.reference.isBoolean)
    }

    @Test func keysContainTheirDefaultAsBits() {
        #expect(ReleaseToggle.newCheckout.reference.fallback == 0)
        #expect(OpsToggle.unregistered.reference.fallback == 1)
        #expect(OpsToggle.pageSize.reference.fallback == 20)
        #expect(OpsToggle.discount.reference.fallback == (0.5).bitPattern)
        #expect(OpsToggle.banner.reference.fallback == 0)
        #expect(OpsToggle.limits.reference.fallback == 0)
        #expect(PermissionToggle("p", id: 1, default: true).reference.fallback == 1)
        #expect(MigrationToggle("m", id: 1, default: .live).reference.fallback == 3)
        #expect(ExperimentToggle("e", id: 1, default: TestToggles.CheckoutButton.treatment).reference.fallback == 1)
        #expect(OpsToggle.pageSize.reference.key.description == "page_size")
    }
}
