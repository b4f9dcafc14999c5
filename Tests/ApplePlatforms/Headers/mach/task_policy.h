#pragma once
#include <mach/mach.h>
typedef natural_t task_policy_flavor_t;
typedef integer_t *task_policy_t;
#define TASK_CATEGORY_POLICY 1
enum task_role {
    TASK_RENICED = -1,
    TASK_UNSPECIFIED = 0,
    TASK_FOREGROUND_APPLICATION = 1,
    TASK_BACKGROUND_APPLICATION = 2,
    TASK_CONTROL_APPLICATION = 3,
    TASK_GRAPHICS_SERVER = 4,
    TASK_THROTTLE_APPLICATION = 5,
    TASK_NONUI_APPLICATION = 6,
    TASK_DEFAULT_APPLICATION = 7,
    TASK_DARWINBG_APPLICATION = 8,
    TASK_USER_INIT_APPLICATION = 9
};
typedef integer_t task_role_t;
struct task_category_policy {
    task_role_t role;
};
typedef struct task_category_policy task_category_policy_data_t;
#define TASK_CATEGORY_POLICY_COUNT \
    ((mach_msg_type_number_t)(sizeof(task_category_policy_data_t) / sizeof(integer_t)))
