#include "plan/tco.h"

void tco_opex(struct tco_writer *w)
{
    (void)w;
}
