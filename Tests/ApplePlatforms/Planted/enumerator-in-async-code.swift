// target: ToggleBase
// platform: macos
// expects: unavailable from asynchronous contexts
import Foundation

func planted(_ files: FileManager.DirectoryEnumerator) async {
    for _ in files {}
}
