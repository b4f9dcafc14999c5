// target: ToggleBase
// platform: macos
// expects: result of call to 'open' is unused
import Darwin

func planted() { open("/tmp", O_RDONLY) }
