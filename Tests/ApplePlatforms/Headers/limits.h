#pragma once
#include <TargetConditionals.h>
#define PATH_MAX 1024
#define NAME_MAX 255
#define PIPE_BUF 512
#define OPEN_MAX 10240
#if TARGET_OS_OSX
#define ARG_MAX (1024 * 1024)
#else
#define ARG_MAX (256 * 1024)
#endif
#define IOV_MAX 1024
