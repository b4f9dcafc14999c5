import Testing
import ToggleSyntax

@Suite struct SourceScannerTests {
}
