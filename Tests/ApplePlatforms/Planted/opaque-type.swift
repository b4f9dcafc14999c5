// target: ToggleBase
// platform: macos
// expects: missing argument for parameter #1 in call
import Darwin

func planted() -> Int32 {
    var actions = posix_spawn_file_actions_t()
    return posix_spawn_file_actions_init(&actions)
}
