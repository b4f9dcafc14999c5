// target: ToggleBase
// platform: ios
// variant: catalyst
// expects: cannot find 'NSPasteboard' in scope
#if canImport(AppKit)
import AppKit

@MainActor
func planted() { NSPasteboard.general.clearContents() }
#endif
