// target: ToggleBase
// platform: tvos
// expects: 'posix_spawn' is unavailable in tvOS
import Darwin

func planted() -> Int32 { posix_spawn(nil, "/bin/true", nil, nil, nil, nil) }
