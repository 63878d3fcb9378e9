#include "plan/tco.h"

void tco_flows(struct tco_writer *w)
{
    (void)w;
}
