import SwiftParser
import SwiftSyntax
package import ToggleLint

/// Finds what sources say about toggles.
package struct SourceScanner: Sendable {
    /// Creates a scanner.
    package init() {}
}
