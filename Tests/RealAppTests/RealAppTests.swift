import FeatureToggles
import Testing

/// The toggles of a real browser, which the plugin generates when this target is built.
struct RealAppTests {
    @Test func registersEveryToggleOnce() {
        let toggles = BrowserToggles.registry.toggles
        #expect(BrowserToggles.registry.namespace == "BrowserToggles")
        #expect(toggles.count == 63)
        #expect(Set(toggles.map(\.id)).count == toggles.count)
        #expect(Set(toggles.map(\.key)).count == toggles.count)
    }

    @Test(
        arguments: [(.release, 26), (.ops, 23), (.experiment, 8), (.permission, 5), (.migration, 1)]
            as [(ToggleCategory, Int)]
    )
    func togglesHaveCategoriesOfManifest(_ category: ToggleCategory, count: Int) {
        #expect(BrowserToggles.registry.toggles.count { $0.category == category } == count)
    }

    @Test func everyToggleHasOwnerAndLifetime() {
        for toggle in BrowserToggles.registry.toggles {
            let details = toggle.details
            #expect(details?.owner.isEmpty == false, "\(toggle.key)")
            #expect(details?.created == CalendarDate("2026-01-05"), "\(toggle.key)")
            #expect((details?.expires != nil) != (details?.isPermanent == true), "\(toggle.key)")
        }
    }

    @Test func typedKeysHaveDefaultsOfManifest() {
        #expect(OpsToggle.httpsUpgrade.defaultValue)
        #expect(!OpsToggle.aiKillSwitch.defaultValue)
        #expect(OpsToggle.startAtHome.defaultValue == .afterFourHours)
        #expect(OpsToggle.quickAnswersModel.defaultValue == .exa)
        #expect(OpsToggle.trendingSearchesMaxSuggestions.defaultValue == 5)
        #expect(OpsToggle.splashScreenDuration.defaultValue == 0)
        #expect(OpsToggle.searchEngineCode.defaultValue == "firefox-b-m")
        #expect(ExperimentToggle.tabTrayUiExperiments.defaultValue == .control)
        #expect(PermissionToggle.sponsoredShortcuts.defaultValue)
        #expect(MigrationToggle.adsClient.defaultValue == .off)
    }

    @Test func jsonParametersAreStructures() {
        let bar = OpsToggle.awesomeBar.defaultValue
        #expect(bar.minSearchTerm == 3)
        #expect(bar.position.isBottom)
        #expect(OpsToggle.summarizerLanguageExpansion.defaultValue.supportedLocales.count == 6)
        let other = BrowserToggles.AwesomeBar(usePageContent: true, position: .init(isBottom: false))
        #expect(other.minSearchTerm == 3)
        #expect(other != bar)
    }
}
