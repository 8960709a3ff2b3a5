#include "CRealtimeSanitizer.h"
