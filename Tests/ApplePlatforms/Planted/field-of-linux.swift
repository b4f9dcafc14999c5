// target: ToggleBase
// platform: macos
// expects: has no member 'st_mtim'
import Darwin

func planted(_ status: stat) -> Int { status.st_mtim.tv_sec }
