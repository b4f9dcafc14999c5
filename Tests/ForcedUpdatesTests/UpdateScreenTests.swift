import Testing

@testable import ForcedUpdates

struct UpdateScreenTests {
    private let store = "https://example.com/app"

    @Test func currentVersionHasNoScreen() {
        #expect(UpdateScreen(.upToDate) == nil)
    }

    @Test func policyTextsAreShown() throws {
        let notice = UpdateNotice(title: "T", message: "M", buttonText: "B", storeLink: store)
        let screen = try #require(UpdateScreen(.updateRequired(notice)))
        #expect(screen.title == "T")
        #expect(screen.message == "M")
        #expect(screen.buttons.map(\.label) == ["B"])
        #expect(screen.buttons.map(\.action) == [.open(link: store)])
    }

    @Test(arguments: [UpdateLevel.recommended, .required, .maintenance])
    func missingTextsAreReplaced(level: UpdateLevel) throws {
        let screen = try #require(UpdateScreen(UpdateDecision(level, UpdateNotice(storeLink: store))))
        #expect(!screen.title.isEmpty)
        #expect(screen.message?.isEmpty == false)
        #expect(screen.buttons.allSatisfy { !$0.label.isEmpty })
    }

    @Test func titleWithoutMessageStandsAlone() throws {
        let screen = try #require(UpdateScreen(.updateRequired(UpdateNotice(title: "T"))))
        #expect(screen.message == nil)
    }

    @Test func requiredUpdateWithoutLinkHasNoButton() throws {
        let screen = try #require(UpdateScreen(.updateRequired(UpdateNotice())))
        #expect(screen.buttons.isEmpty)
        #expect(screen.isLock)
        #expect(!screen.isDismissible)
    }

    @Test func onlyRecommendationCanBeDismissed() throws {
        let screen = try #require(UpdateScreen(.updateRecommended(UpdateNotice(storeLink: store))))
        #expect(screen.isDismissible)
        #expect(screen.buttons.map(\.action) == [.open(link: store), .dismiss])
        for level in [UpdateLevel.required, .maintenance] {
            let lock = try #require(UpdateScreen(UpdateDecision(level, UpdateNotice(storeLink: store))))
            #expect(!lock.buttons.map(\.action).contains(.dismiss))
        }
    }

    @Test func maintenanceCanBeCheckedAgain() throws {
        let screen = try #require(UpdateScreen(.maintenance(UpdateNotice())))
        #expect(screen.buttons.map(\.action) == [.checkAgain])
        let linked = try #require(UpdateScreen(.maintenance(UpdateNotice(storeLink: store))))
        #expect(linked.buttons.map(\.label) == ["More information", "Try again"])
    }

    @Test func buttonsHaveLanguageOfNotice() throws {
        let notice = UpdateNotice(title: "Neue Version", storeLink: store, language: "de-DE")
        let screen = try #require(UpdateScreen(.updateRecommended(notice), language: "fr-FR"))
        #expect(screen.buttons.map(\.label) == ["Aktualisieren", "Später"])
        let unknown = try #require(UpdateScreen(.updateRecommended(UpdateNotice(storeLink: store)), language: "fr_FR"))
        #expect(unknown.buttons.map(\.label) == ["Mettre à jour", "Plus tard"])
    }

    @Test func appTextsReplaceStandardOnes() throws {
        var texts = UpdateTexts()
        texts.requiredTitle = "Please update the shop"
        let screen = try #require(UpdateScreen(.updateRequired(UpdateNotice()), texts: texts, language: "de"))
        #expect(screen.title == "Please update the shop")
    }
}
