#ifndef DCPLAN_BASE_SOBOL_H
#define DCPLAN_BASE_SOBOL_H

/* Direction numbers of Sobol' sequences: S. Joe and F. Y. Kuo, Constructing Sobol' sequences with
   better two-dimensional projections, SIAM J. Sci. Comput. 30 (2008) 2635-2654. */

#include <stdint.h>

enum { SOBOL_BITS = 32, SOBOL_MOST = 256 };

/* Of axis dim < SOBOL_MOST; bit i of a point's number turns direction[i]. */
void sobol_directions(int dim, uint32_t direction[SOBOL_BITS]);

#endif
