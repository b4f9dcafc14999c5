// target: ToggleBase
// platform: ios
// expects: unavailable from asynchronous contexts
import os

func planted(_ lock: os_unfair_lock_t) async { os_unfair_lock_lock(lock) }
