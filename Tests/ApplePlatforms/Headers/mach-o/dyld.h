#pragma once
int _NSGetExecutablePath(char *, unsigned int *);
