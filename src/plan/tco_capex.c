#include "plan/tco.h"

void tco_capex(struct tco_writer *w)
{
    (void)w;
}
