#include "plan/tco.h"

void tco_inputs(struct tco_writer *w)
{
    (void)w;
}

void tco_load(struct tco_writer *w)
{
    (void)w;
}
