/// Checks of language tags that need no registry.
enum LanguageTag {
    /// Returns whether a text has the form of a language tag.
    ///
    /// - SeeAlso: https://www.rfc-editor.org/rfc/rfc5646#section-2.1
    static func isTag(_ text: String) -> Bool {
        var (isFirst, length) = (true, 0)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "_"):
                guard length >= (isFirst ? 2 : 1) else { return false }
                (isFirst, length) = (false, 0)
                continue
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !isFirst: break
            default: return false
            }
            length += 1
            if length > 8 { return false }
        }
        return length >= (isFirst ? 2 : 1)
    }

    /// Returns why a tag matches no language, or `nil` if it may match one.
    static func doubt(of tag: String) -> String? {
        let language = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        if language.utf8.count > 3 {
            return
                "‘\(language)’ is the name of a language rather than its code; write a tag such as de, pt-BR or zh-Hant"
        }
        guard language.utf8.count == 2, !twoLetters.contains(language) else { return nil }
        if let meant = ofCountries[language] {
            return "‘\(language)’ is a country; write its language, which is ‘\(meant)’"
        }
        return
            "‘\(language)’ is not a language code of ISO 639; write one, such as de"
    }

    /// The codes of two letters, including withdrawn ones.
    ///
    /// - SeeAlso: https://www.loc.gov/standards/iso639-2/php/code_list.php
    private static let twoLetters = Set(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es \
        et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv jw \
        ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng \
        nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv \
        sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
        """.split(separator: " ").map(String.init)
    )

    /// The languages of countries whose codes are mistaken for languages.
    private static let ofCountries = [
        "at": "de", "cn": "zh", "cz": "cs", "dk": "da", "gb": "en", "gr": "el", "jp": "ja", "ua": "uk", "us": "en",
        "vn": "vi",
    ]
}
