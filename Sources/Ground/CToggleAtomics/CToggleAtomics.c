// The functions are in the header; a target needs a source file.
#include "CToggleAtomics.h"
