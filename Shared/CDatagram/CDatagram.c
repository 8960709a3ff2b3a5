#include "CDatagram.h"
