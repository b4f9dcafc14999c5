// target: ToggleBase
// platform: macos
// expects: value of optional type 'pthread_t?'
import Darwin

func planted(_ thread: pthread_t?) { pthread_join(thread, nil) }
