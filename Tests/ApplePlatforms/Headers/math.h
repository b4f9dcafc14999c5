#pragma once
#define M_PI 3.14159265358979323846264338327950288
#define NAN __builtin_nanf("0x7fc00000")
#define INFINITY 1e500f
double ceil(double);
double cos(double);
double exp(double);
double exp2(double);
double fabs(double);
double floor(double);
double fmod(double, double);
double log(double);
double log2(double);
double log10(double);
double pow(double, double);
double rint(double);
double round(double);
double sin(double);
double sqrt(double);
double trunc(double);
