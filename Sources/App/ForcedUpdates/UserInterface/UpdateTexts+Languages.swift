extension UpdateTexts {
    /// Returns the translation for a language tag, or the English texts.
    ///
    /// Only the primary language counts, except for Chinese, which is written in two scripts.
    static func translation(for language: String?) -> UpdateTexts {
        let parts = LocalizedNotice.folded(language ?? "").split(separator: "-")
        switch parts.first {
        case "de": return german
        case "es": return spanish
        case "fr": return french
        case "it": return italian
        case "ja": return japanese
        case "nl": return dutch
        case "pt": return portuguese
        case "zh":
            let isTraditional = parts.contains("hant") || parts.contains { ["tw", "hk", "mo"].contains($0) }
            return isTraditional && !parts.contains("hans") ? traditionalChinese : simplifiedChinese
        default: return english
        }
    }

    private static let english = UpdateTexts(
        required: ("Update required", "This version can no longer be used. Install the latest version to continue."),
        recommended: ("Update available", "A newer version of this app is available."),
        maintenance: ("Maintenance in progress", "The app can’t be used at the moment. Try again later."),
        update: "Update",
        later: "Later",
        moreInformation: "More information",
        checkAgain: "Try again"
    )

    private static let german = UpdateTexts(
        required: (
            "Update erforderlich",
            "Diese Version kann nicht mehr verwendet werden. Installiere die neueste Version, um fortzufahren."
        ),
        recommended: ("Update verfügbar", "Eine neuere Version dieser App ist verfügbar."),
        maintenance: (
            "Wartungsarbeiten", "Die App kann zurzeit nicht verwendet werden. Versuche es später noch einmal."
        ),
        update: "Aktualisieren",
        later: "Später",
        moreInformation: "Weitere Informationen",
        checkAgain: "Erneut versuchen"
    )

    private static let spanish = UpdateTexts(
        required: (
            "Actualización necesaria",
            "Esta versión ya no se puede usar. Instala la versión más reciente para continuar."
        ),
        recommended: ("Actualización disponible", "Hay una versión más reciente de esta app."),
        maintenance: (
            "En mantenimiento", "La app no se puede usar en este momento. Vuelve a intentarlo más tarde."
        ),
        update: "Actualizar",
        later: "Más tarde",
        moreInformation: "Más información",
        checkAgain: "Reintentar"
    )

    private static let french = UpdateTexts(
        required: (
            "Mise à jour requise",
            "Cette version ne peut plus être utilisée. Installez la dernière version pour continuer."
        ),
        recommended: ("Mise à jour disponible", "Une version plus récente de cette app est disponible."),
        maintenance: (
            "Maintenance en cours", "L’app ne peut pas être utilisée pour le moment. Réessayez plus tard."
        ),
        update: "Mettre à jour",
        later: "Plus tard",
        moreInformation: "En savoir plus",
        checkAgain: "Réessayer"
    )

    private static let italian = UpdateTexts(
        required: (
            "Aggiornamento necessario",
            "Questa versione non può più essere utilizzata. Installa l’ultima versione per continuare."
        ),
        recommended: ("Aggiornamento disponibile", "È disponibile una versione più recente di questa app."),
        maintenance: (
            "Manutenzione in corso", "Al momento l’app non può essere utilizzata. Riprova più tardi."
        ),
        update: "Aggiorna",
        later: "Più tardi",
        moreInformation: "Ulteriori informazioni",
        checkAgain: "Riprova"
    )

    private static let japanese = UpdateTexts(
        required: ("アップデートが必要です", "このバージョンは使用できなくなりました。続けるには最新バージョンをインストールしてください。"),
        recommended: ("アップデートがあります", "このAppの新しいバージョンを利用できます。"),
        maintenance: ("メンテナンス中です", "現在このAppは使用できません。しばらくしてからもう一度お試しください。"),
        update: "アップデート",
        later: "あとで",
        moreInformation: "詳しい情報",
        checkAgain: "再試行"
    )

    private static let dutch = UpdateTexts(
        required: (
            "Update vereist",
            "Deze versie kan niet meer worden gebruikt. Installeer de nieuwste versie om door te gaan."
        ),
        recommended: ("Update beschikbaar", "Er is een nieuwere versie van deze app beschikbaar."),
        maintenance: ("Onderhoud", "De app kan op dit moment niet worden gebruikt. Probeer het later opnieuw."),
        update: "Werk bij",
        later: "Later",
        moreInformation: "Meer informatie",
        checkAgain: "Probeer opnieuw"
    )

    private static let portuguese = UpdateTexts(
        required: (
            "Atualização necessária",
            "Esta versão não pode mais ser usada. Instale a versão mais recente para continuar."
        ),
        recommended: ("Atualização disponível", "Há uma versão mais recente deste app."),
        maintenance: ("Em manutenção", "O app não pode ser usado no momento. Tente novamente mais tarde."),
        update: "Atualizar",
        later: "Mais tarde",
        moreInformation: "Mais informações",
        checkAgain: "Tentar novamente"
    )

    private static let simplifiedChinese = UpdateTexts(
        required: ("需要更新", "此版本已无法使用。请安装最新版本以继续。"),
        recommended: ("有可用更新", "此 App 有新版本可用。"),
        maintenance: ("正在维护", "App 目前无法使用。请稍后再试。"),
        update: "更新",
        later: "稍后",
        moreInformation: "更多信息",
        checkAgain: "重试"
    )

    private static let traditionalChinese = UpdateTexts(
        required: ("需要更新", "此版本已無法使用。請安裝最新版本以繼續。"),
        recommended: ("有可用的更新", "此 App 有新版本可用。"),
        maintenance: ("維護中", "App 目前無法使用。請稍後再試。"),
        update: "更新",
        later: "稍後",
        moreInformation: "更多資訊",
        checkAgain: "再試一次"
    )
}
