#pragma once
#define PATH_MAX 1024
#define NAME_MAX 255
#define PIPE_BUF 512
#define OPEN_MAX 10240
#define ARG_MAX (1024 * 1024)
#define IOV_MAX 1024
