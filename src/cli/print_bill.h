#ifndef DCPLAN_CLI_PRINT_BILL_H
#define DCPLAN_CLI_PRINT_BILL_H

#include "base/text.h"
#include "plan/bill.h"

/* The year, then each month: a line with quantity, unit price and amount. */
void print_bill(struct builder *b, const struct bill *bill);

#endif
