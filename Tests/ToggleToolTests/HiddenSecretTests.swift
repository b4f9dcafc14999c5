import Testing
import ToggleTool

@Suite struct HiddenSecretTests {
    @Test(arguments: [
        "t0k/en+1=\"é", #"t0k/en+1=\"é"#, "t0k%2Fen%2B1%3D%22%C3%A9", "t0k%2fen%2b1%3d%22%c3%a9", "dDBrL2VuKzE9IsOp",
    ])
    func secretIsHiddenInEveryEncoding(written: String) {
        ToolOutput.hide("t0k/en+1=\"é")
        #expect(ToolOutput.shown("Invalid: \(written).") == "Invalid: (hidden).")
    }
}
