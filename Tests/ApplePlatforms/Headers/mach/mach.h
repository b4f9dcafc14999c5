#pragma once
#include <sys/types.h>
#include "availability_facts.h"
typedef int kern_return_t;
typedef int boolean_t;
typedef int integer_t;
typedef unsigned int natural_t;
typedef natural_t mach_msg_type_number_t;
typedef unsigned int mach_port_t;
typedef mach_port_t task_t;
#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif
#define KERN_SUCCESS 0
extern mach_port_t mach_task_self_;
#define mach_task_self() mach_task_self_
#include <mach/task_policy.h>
kern_return_t task_policy_get(
    task_t, task_policy_flavor_t, task_policy_t, mach_msg_type_number_t *, boolean_t *) NOT_ON_TV_AND_WATCH;
