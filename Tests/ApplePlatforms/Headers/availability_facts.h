// Where functions are not available.
#pragma once
#define NOT_ON_TV_AND_WATCH \
    __attribute__((availability(tvos, unavailable))) __attribute__((availability(watchos, unavailable)))
#define ONLY_ON_MACOS \
    __attribute__((availability(ios, unavailable))) NOT_ON_TV_AND_WATCH __attribute__((availability(visionos, unavailable)))
// What the SDK hides from Swift, and what it doesn't allow in asynchronous code.
#define NOT_IN_SWIFT(reason) __attribute__((availability(swift, unavailable, message = reason)))
#define NOT_IN_ASYNC_CODE(reason) __attribute__((swift_attr("@_unavailableFromAsync(message: \"" reason "\")")))
