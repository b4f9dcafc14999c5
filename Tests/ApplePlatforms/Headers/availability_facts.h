// Which platforms lack a function.
#pragma once
#define NOT_ON_TV_AND_WATCH \
    __attribute__((availability(tvos, unavailable))) __attribute__((availability(watchos, unavailable)))
#define ONLY_ON_MACOS \
    __attribute__((availability(ios, unavailable))) NOT_ON_TV_AND_WATCH __attribute__((availability(visionos, unavailable)))
