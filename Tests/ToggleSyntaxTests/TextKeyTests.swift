import Testing
import ToggleLint

@Suite struct TextKeyTests {
    @Test(
        arguments: [
            ("client.explanations(ofKey: \"new_checkout\")", ["new_checkout string explanations"]),
            ("client.explanations(ofKey: \"newcheckout\")", ["?newcheckout string explanations"]),
            ("client.explanations(ofKey: \"new_\\(name)\")", ["computed string explanations"]),
            ("client.explanations(ofKey: prefix + name)", ["computed string explanations"]),
            (
                "let key = \"reviews\"; client.explanations(ofKey: key)",
                ["reviews possibly string", "reviews string explanations"]
            ),
            ("app.launchArguments += [\"--enable-toggle\", \"new_checkout\"]", ["new_checkout script string"]),
            ("app.launchArguments += [\"--toggle\", \"search_ranking=neural\"]", ["search_ranking script string"]),
            ("app.launchArguments = [\"--disable-toggle\", \"old_checkout\"]", ["?old_checkout script string"]),
            ("app.launchEnvironment[\"TOGGLE_NEW_CHECKOUT\"] = \"1\"", ["new_checkout script string"]),
            ("app.launchEnvironment[\"TOGGLE_OLD_CHECKOUT\"] = \"1\"", ["?old_checkout possibly string"]),
            ("file.update([LocalDefaultsEdit.set(\"new_checkout\", true)])", ["new_checkout string"]),
            ("LocalDefaultsEdit.unset(\"old_checkout\")", ["?old_checkout string"]),
            ("OpsToggle<Bool>(\"reviews\", id: 1, default: true)", ["reviews declaration string"]),
            ("x.explanations()", []),
        ] as [(String, [String])]
    )
    func readsKeysInStringCalls(code: String, expected: [String]) {
        #expect(scan("func f() { \(code) }").uses.map(\.summary) == expected)
    }

    @Test(
        arguments: [
            ("toggles set new_checkout on", ["new_checkout script script"]),
            (
                ".build/debug/toggles set new_checkout=on reviews=off",
                ["new_checkout script script", "reviews script script"]
            ),
            ("toggles get reviews && toggles explain old_one", ["reviews script script", "?old_one script script"]),
            ("toggles unset \"$KEY\"", ["computed script script"]),
            ("toggles get --manifest x.yaml reviews", ["reviews script script"]),
            ("TOGGLE_NEW_CHECKOUT=1 ./app", ["new_checkout script script"]),
            ("export TOGGLE_OLD=1", []),
            ("export TOGGLE_NEW_CHECKUOT=1", ["?new_checkuot possibly script script"]),
            ("echo 'toggles set new_checkout on'", []),
            ("echo toggles set new_checkout on", []),
            ("VALUE=$(toggles get reviews)", ["reviews script script"]),
            ("toggles get \"$(cat key.txt)\"", ["computed script script"]),
            ("toggles get ${A}b", ["computed script script"]),
            ("toggles set new_checkout $(value reviews)", ["new_checkout script script"]),
            ("sudo toggles get reviews > new_checkout", ["reviews script script"]),
            ("if toggles get 'reviews'; then echo; fi", ["reviews script script"]),
            ("- run: toggles set new_checkout on", ["new_checkout script script"]),
            ("[\"--enable-toggle\", \"new_checkout\"]", ["new_checkout script script"]),
            ("toggles get `$(`", ["computed script script"]),
            ("./app --enable-toggle new_checkout", ["new_checkout script script"]),
            ("# toggles set new_checkout on", []),
            ("echo new_checkout", []),
        ] as [(String, [String])]
    )
    func readsKeysInScripts(line: String, expected: [String]) {
        #expect(scan("#!/bin/sh\n\(line)\n", path: "Scripts/run.sh").uses.map(\.summary) == expected)
    }
}
