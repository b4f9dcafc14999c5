/// Extended attributes, in C because Swift's module for Linux lacks them.

#ifndef CTOGGLEFILES_H
#define CTOGGLEFILES_H

/// Copies the extended attributes of an open file to another one, as far as both file systems allow it.
///
/// On Linux, this copies only those of users (`user.*`). Attributes of more than 1 MiB are left out.
void ct_copy_attributes(int from, int to);

#endif
