#pragma once
char ***_NSGetEnviron(void);
char ***_NSGetArgv(void);
int *_NSGetArgc(void);
