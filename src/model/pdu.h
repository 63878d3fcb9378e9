#ifndef DCPLAN_MODEL_PDU_H
#define DCPLAN_MODEL_PDU_H

/* What passes power on without changing its voltage: [switchboard NAME], [busway NAME],
   [rpp NAME], [pdu NAME], [breaker NAME], [rackpdu NAME], [bank NAME], and the transfer
   switches [ats NAME] and [sts NAME], whose first living source carries all.  Loss =
   no_load + proportional P + square P^2 / P_rated (APC white paper 113), and 3 I^2 R of
   the conductors whose length and resistance are given. */

#include "model/electrical.h"

struct pdu {
    struct electrical e;
    double no_load_w, proportional_frac, square_frac;
    double transfer_s; /* of a transfer switch; NaN: not given */
    int outlets;       /* PARAM_NO_COUNT: no limit is known */
};

extern const struct param pdu_params[], transfer_params[];
extern const int pdu_n_params, transfer_n_params;

#endif
