import Testing

@testable import ForcedUpdates

struct UpdateTextsTests {
    @Test(arguments: [
        ("de", "Später"), ("de-AT", "Später"), ("DE_CH", "Später"), ("pt-BR", "Mais tarde"), ("ja-JP", "あとで"),
        ("zh-Hans-CN", "稍后"), ("zh", "稍后"), ("zh-Hant", "稍後"), ("zh-TW", "稍後"), ("zh-Hans-TW", "稍后"),
        ("en-GB", "Later"), ("xx", "Later"), ("", "Later"),
    ])
    func languageSelectsTranslation(language: String, later: String) {
        #expect(UpdateTexts(language: language).later == later)
    }

    @Test func unknownLanguageIsEnglish() {
        #expect(UpdateTexts(language: nil) == UpdateTexts(language: "en"))
    }

    @Test(arguments: ["de", "en", "es", "fr", "it", "ja", "nl", "pt", "zh-Hans", "zh-Hant"])
    func translationsAreComplete(language: String) {
        let texts = UpdateTexts(language: language)
        let all = [
            texts.requiredTitle, texts.requiredMessage, texts.recommendedTitle, texts.recommendedMessage,
            texts.maintenanceTitle, texts.maintenanceMessage, texts.update, texts.later, texts.moreInformation,
            texts.checkAgain,
        ]
        #expect(all.allSatisfy { !$0.isEmpty })
        #expect(Set(all).count == all.count)
    }
}
