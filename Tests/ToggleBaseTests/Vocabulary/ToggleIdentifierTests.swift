import Testing
import ToggleBase

struct ToggleIdentifierTests {
    private static let ranking = ToggleType.variants(["classic", "neural", "hybrid"])

    /// Generated code contains these literals, so a change would make every generated file stale.
    @Test(
        arguments: [
            (.release, .bool, "new_checkout", 0x0b19_ca0e_c4d0_d6d1),
            (.ops, .bool, "new_checkout", 0x124c_6e38_38f7_b221),
            (.ops, .int, "page_size", 0xe1c7_eafb_3582_cb32),
            (.ops, .double, "discount", 0xb694_2de4_036e_b2a3),
            (.ops, .string, "banner", 0x2cae_d02e_9a49_9944),
            (.ops, .json, "limits", 0x769f_d920_fd5f_e826),
            (.ops, ranking, "search_ranking", 0x7ec3_7110_6890_ed25),
            (.permission, .bool, "größe", 0x3e5f_0af9_e637_1b21),
            (.migration, .migrationStages, "book_store", 0x21c1_040d_997c_29b5),
        ] as [(ToggleCategory, ToggleType, String, UInt64)]
    )
    func identifiersAreStable(category: ToggleCategory, type: ToggleType, key: String, id: UInt64) {
        #expect(ToggleIdentifier.make(category: category, type: type, key: key) == id)
        #expect(ToggleIdentifier.make(category: category, type: type, key: key[...]) == id)
    }

    @Test func everyPartOfDeclarationChangesIdentifier() {
        let identifiers = [
            ToggleIdentifier.make(category: .ops, type: .bool, key: "a"),
            ToggleIdentifier.make(category: .release, type: .bool, key: "a"),
            ToggleIdentifier.make(category: .ops, type: .int, key: "a"),
            ToggleIdentifier.make(category: .ops, type: .bool, key: "b"),
            ToggleIdentifier.make(category: .ops, type: .variants(["x", "y"]), key: "a"),
            ToggleIdentifier.make(category: .ops, type: .variants(["y", "x"]), key: "a"),
            ToggleIdentifier.make(category: .ops, type: .variants(["xy"]), key: "a"),
            ToggleIdentifier.make(category: .ops, type: .variants(["x"]), key: "ya"),
            ToggleIdentifier.make(category: .ops, type: .bool, key: ""),
        ]
        #expect(Set(identifiers).count == identifiers.count)
    }

    @Test(
        arguments: [
            (.bool, 1), (.int, 2), (.double, 3), (.string, 4), (.variants(["a"]), 5), (.json, 6),
        ] as [(ToggleType, UInt64)]
    )
    func lowBitsAreTypeTag(type: ToggleType, tag: UInt64) {
        for number in 0..<100 {
            let id = ToggleIdentifier.make(category: .ops, type: type, key: "key_\(number)")
            #expect(id & 15 == tag)
        }
    }
}
