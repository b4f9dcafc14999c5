// target: ToggleBase
// platform: macos
// expects: unavailable from asynchronous contexts
import Darwin

func planted(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) async { pthread_mutex_lock(mutex) }
