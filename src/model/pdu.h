#ifndef DCPLAN_MODEL_PDU_H
#define DCPLAN_MODEL_PDU_H

/* [pdu NAME]: power distribution unit, remote panel or busway: everything between
   the UPS and the server's plug.  Loss = no_load + proportional P + square P^2 /
   P_rated (APC white paper 113). */

#include "model/rows.h"

enum { SHARE_EQUAL, SHARE_STANDBY };

struct pdu {
    struct part part;
    struct ref_list heat_to;
    int share;
    double rated_w, usable_frac, no_load_w, proportional_frac, square_frac;
};

extern const struct param pdu_params[];
extern const int pdu_n_params;

extern const char *const share_words[];

#endif
