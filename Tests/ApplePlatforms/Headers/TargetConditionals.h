#pragma once
#define TARGET_OS_MAC 1
#define TARGET_OS_OSX 0
#define TARGET_OS_IPHONE 0
#define TARGET_OS_IOS 0
#define TARGET_OS_TV 0
#define TARGET_OS_WATCH 0
#define TARGET_OS_VISION 0
#define TARGET_OS_MACCATALYST 0
#define TARGET_OS_SIMULATOR 0
#if __is_target_os(macos)
#undef TARGET_OS_OSX
#define TARGET_OS_OSX 1
#else
#undef TARGET_OS_IPHONE
#define TARGET_OS_IPHONE 1
#endif
#if __is_target_os(ios)
#undef TARGET_OS_IOS
#define TARGET_OS_IOS 1
#elif __is_target_os(tvos)
#undef TARGET_OS_TV
#define TARGET_OS_TV 1
#elif __is_target_os(watchos)
#undef TARGET_OS_WATCH
#define TARGET_OS_WATCH 1
#elif __is_target_os(xros)
#undef TARGET_OS_VISION
#define TARGET_OS_VISION 1
#endif
#if __is_target_environment(simulator)
#undef TARGET_OS_SIMULATOR
#define TARGET_OS_SIMULATOR 1
#endif
#if __is_target_environment(macabi)
#undef TARGET_OS_MACCATALYST
#define TARGET_OS_MACCATALYST 1
#endif
