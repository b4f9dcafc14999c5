import FeatureToggles
import FeatureTogglesOverrides
import Testing

@testable import ToggleConsole

@Suite struct ToggleListTests {
    private var toggles: InspectedToggles
    private var list: ToggleList

    init() {
        toggles = InspectedToggles(ShopModel().model.overview, pins: ["banner"])
        list = ToggleList(&toggles, height: 5)
    }

    private var keys: [String] { list.shownIndices.map { toggles[$0].key } }

    @Test mutating func cursorStartsOnFirstToggleAndStaysVisible() {
        #expect(list.selectedRow == 1)
        #expect(list.selection == .toggle(id: toggles[0].id, key: "new_checkout"))
        _ = list.perform(.last, &toggles)
        #expect(list.selectedRow == list.rows.count - 1)
        #expect(list.top == list.rows.count - 5)
        list.height = 3
        #expect(list.top == list.rows.count - 3)
    }

    @Test(
        arguments: [
            (.down, nil, 2), (.down, 3, 4), (.up, 9, 0), (.first, nil, 0), (.first, 4, 3),
            (.halfPageDown, nil, 3), (.pageDown, nil, 6), (.pageUp, nil, 0), (.nextMatch, nil, 2),
            (.previousMatch, nil, 1),
        ] as [(Action, Int?, Int)]
    )
    mutating func moveHonorsCount(_ action: Action, _ count: Int?, _ row: Int) {
        let sentence = list.perform(action, count: count, &toggles)
        #expect(sentence == nil)
        #expect(list.selectedRow == row)
    }

    @Test mutating func sortReordersAllToggles() {
        list.sort(by: .key, &toggles)
        #expect(keys == keys.sorted())
        #expect(list.selection == .toggle(id: toggles[0].id, key: "new_checkout"))
        list.sort(by: .expiry, &toggles)
        #expect(keys.prefix(2) == ["gift_wrapping", "new_checkout"])
    }

    @Test mutating func viewShowsOnlyItsToggles() {
        list.show(.pinned, &toggles)
        #expect(keys == ["banner"])
        #expect(list.shownCount == 1)
        list.show(.overridden, &toggles)
        #expect(list.rows.isEmpty && list.selection == .nothing)
        list.show(.all, &toggles)
        #expect(list.selection == .toggle(id: toggles[5].id, key: "banner"))
    }

    @Test mutating func termReplacesTermOfSameName() {
        list.filter("checkout", movingToFirst: true, &toggles)
        #expect(keys == ["checkout_button", "new_checkout"])
        list.addTerm("cat:experiment", &toggles)
        #expect(keys == ["checkout_button"])
        list.addTerm("cat:release", &toggles)
        #expect(list.query.text == "checkout cat:release")
        list.addTerm("cat:", &toggles)
        #expect(list.query.text == "checkout")
    }

    @Test mutating func collapseMovesCursorToGroup() {
        let sentence = list.collapse(&toggles)
        #expect(sentence == nil)
        #expect(list.selection == .group(.release))
        #expect(!keys.contains("new_checkout"))
        let reopened = list.toggleGroup(.release, &toggles)
        #expect(reopened == nil && keys.contains("new_checkout"))
        list.filter("banner", movingToFirst: true, &toggles)
        let reason = list.toggleGroup(.ops, &toggles)
        #expect(reason == "groups stay open while the list is filtered")
    }

    @Test mutating func rangeMarksRowsUpToCursor() {
        _ = list.perform(.range, &toggles)
        _ = list.perform(.down, count: 3, &toggles)
        #expect(list.marks == Set([0, 1, 2].map { toggles[$0].id }))
        _ = list.perform(.up, count: 2, &toggles)
        #expect(list.marks == Set([0, 1].map { toggles[$0].id }))
        list.filter("banner", movingToFirst: true, &toggles)
        #expect(list.range == nil && list.marks.count == 2)
    }

    @Test mutating func selectionSurvivesNewDeclarations() {
        _ = list.perform(.down, count: 3, &toggles)
        let key = list.selectedIndex.map { toggles[$0].key }
        var shop = ShopModel()
        shop.revision = 2
        shop.toggles.reverse()
        let hasNewDeclarations = toggles.receive(shop.model.overview)
        #expect(hasNewDeclarations)
        list.update(&toggles, hasNewDeclarations: hasNewDeclarations)
        #expect(list.selectedIndex.map { toggles[$0].key } == key)
    }
}
