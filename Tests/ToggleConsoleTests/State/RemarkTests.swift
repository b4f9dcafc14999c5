import Testing

@testable import ToggleConsole

/// What a tool knows about a toggle besides the app: released versions and usage.
struct RemarkTests {
    @Test func detailShowsRemarks() {
        var settings = ConsoleDriver.settings
        settings.remarks = ["search_ranking": ["released": "1.2.0–1.4.0 may read it", "usage": "20 of 90 read it"]]
        var console = ConsoleDriver(settings: settings, rows: 60, columns: 160)
        console.select("search_ranking")
        #expect(console.screen.contains(/released +1\.2\.0–1\.4\.0 may read it/))
        #expect(console.screen.contains(/usage +20 of 90 read it/))
        console.select("new_checkout")
        #expect(!console.screen.contains("may read it"))
    }
}
