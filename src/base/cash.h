#ifndef DCPLAN_BASE_CASH_H
#define DCPLAN_BASE_CASH_H

/* Time value of a row of payments, one per period.  Missing payments make the answer
   missing (NaN). */

struct cash_flow {
    int n;
    double (*at)(void *context, int i); /* i from 0 */
    void *context;
};

/* Net present value: the first payment as it stands, the i-th after it divided by
   (1 + rate)^i.  NaN at a rate of -1. */
double cash_npv(const struct cash_flow *flow, double rate);

/* Internal rate of return: the rate at which the net present value is zero; of several
   the one nearest to zero, looked for from -99 % to 10 000 per period.  NaN when all
   payments have the same sign or the value keeps its sign. */
double cash_irr(const struct cash_flow *flow);

/* The payment at the end of each of n periods that is worth present_value today:
   P r / (1 - (1 + r)^-n), P / n at a rate of 0 (the annuity formula).  NaN without
   periods and at rates of -1 and below. */
double cash_payment(double rate, double n, double present_value);

#endif
