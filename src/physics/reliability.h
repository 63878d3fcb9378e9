#ifndef DCPLAN_PHYSICS_RELIABILITY_H
#define DCPLAN_PHYSICS_RELIABILITY_H

/* Availability of repairable parts that fail independently, in steady state
   (IEEE 3006.5; Rausand and Hoyland, System Reliability Theory).  All is said in
   unavailability u = 1 - A, the share of time down, so that 1e-9 keeps its digits.
   MTBF is the mean time a part runs between repair and failure; the calls that
   take it with MTTR want both in one unit.  A rate of failure is 1 / MTBF, in any
   unit of time; a frequency, in the same unit, counts failures over all time, down
   times included: rate (1 - u).

   Outside the stated range, or with NaN: NaN. */

/* u = MTTR / (MTBF + MTTR), A = MTBF / (MTBF + MTTR); MTBF > 0, MTTR >= 0. */
double reliability_unavailability(double mtbf, double mttr);
double reliability_availability(double mtbf, double mttr);

/* Hours down in a year of 8760 h. */
double reliability_hours_per_year(double u);

/* n parts of which all are needed, u = 1 - prod(1 - u_i); of which one is
   enough, u = prod(u_i). */
double reliability_series(const double *u, int n);
double reliability_parallel(const double *u, int n);

/* Fewer than needed of units equal parts work.  beta, 0 to 1, is the share of a
   part's failures that takes all of them at once: an event of unavailability
   beta u in series with independent parts of (1 - beta) u.  For one of two this
   is [(1 - beta) u]^2 + beta u but for the product of both terms (IEC 61508-6,
   annex D).  Of a single part beta says nothing.  0 when none is needed, 1 when
   more than there are. */
double reliability_k_of_n(int needed, int units, double u, double beta);

/* How often that happens, rate being a part's: without a common event
   units P(needed - 1 of the other units - 1 work) rate (1 - u); with one, each in
   its share of u and rate, while the other is not down. */
double reliability_k_of_n_frequency(int needed, int units, double u, double beta, double rate);

/* The same for one of two without a common cause in its usual short form,
   2 rate^2 MTTR; good for rate MTTR << 1, high by (1 + rate MTTR)^2. */
double reliability_pair_frequency(double rate, double mttr);

#endif
