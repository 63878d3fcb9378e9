"""Own, colo, rent and hybrid of the small site in tests/unit/test_own.c (all_options_counted_apart),
from its inputs alone: only the energy of a busy and of an idle year is the simulation's.

    python3 tco_own.py
"""
import math

FACILITY_BUSY, FACILITY_IDLE = 34670.50475, 21671.38973  # kWh a year
IT_BUSY, IT_IDLE = 28032.0, 17520.0
YEARS, REAL, INFLATION, TAX, USE, VAT = 5, 0.05, 0.03, 0.25, 0.4, 1.2
SERVERS, ACCELERATORS, KW = 4, 32, 4.0
NOMINAL = (1 + REAL) * (1 + INFLATION) - 1  # Fisher
facility = FACILITY_IDLE + (FACILITY_BUSY - FACILITY_IDLE) * USE
it = IT_IDLE + (IT_BUSY - IT_IDLE) * USE


def at_end(y):
    return (1 + NOMINAL) ** -y


def at_middle(y):
    return (1 + NOMINAL) ** -max(0, y - 0.5)


def written_off(price, life, residual, bought, y):
    age = y - bought
    return (1 - residual) * price * min(1, max(0, life - age + 1)) / life if age >= 1 else 0.0


def built(it_cost, plant_cost, building_cost, opex):
    """Present value in nominal money of what is bought, replaced, run, sold and left."""
    paid, books, sold = ([0.0] * (YEARS + 1) for _ in range(3))
    for cost, life, residual in (
        (it_cost, 3, 0.10),
        (plant_cost, 10, 0.05),
        (building_cost, 30, 0.05),
    ):
        k = 0
        while k == 0 or k * life < YEARS:
            bought = math.ceil(k * life)
            price = cost * (1 + INFLATION) ** bought
            paid[bought] += price
            for y in range(YEARS + 1):
                books[y] += written_off(price, life, residual, bought, y)
            k += 1
            if k * life < YEARS:
                sold[math.ceil(k * life)] += residual * price
            else:
                age = YEARS - (k - 1) * life
                sold[YEARS] += price * (residual + (1 - residual) * (1 - age / life))
    gain = sum(sold) - (sum(paid) - sum(books))
    npv = 0.0
    for y in range(YEARS + 1):
        npv += (TAX * books[y] - paid[y] - (1 - TAX) * opex[y]) * at_middle(y)
        npv += (sold[y] - (TAX * gain if y == YEARS else 0)) * at_end(y)
    return npv


def up(rate, y):
    return (1 + rate) ** y


servers = SERVERS * 100000 * VAT
racks = 4 * 1000 * VAT
plant = racks + (2 * 5000 + 2 * 500 + 2 * 7000) * VAT
shell = 2000 * KW * VAT
years = range(1, YEARS + 1)
soft = [0.0] + [100 * ACCELERATORS * VAT * up(INFLATION, y) for y in years]
care = [0.0] + [0.05 * servers * up(INFLATION, y) for y in years]
# The tariff's price has the tax in it.
power = [0.0] + [facility * 0.1 * up(0.06, y) for y in years]
opex = [power[y] + care[y] + soft[y] for y in range(YEARS + 1)]
opex[YEARS] += 10000 * VAT * up(INFLATION, YEARS)
own = built(servers, plant, shell, opex)

space = [0.0] + [150 * 12 * KW * VAT * up(0.04, y) for y in years]
space[YEARS] *= 2  # a year of the term is left
metered = [0.0] + [0.15 * VAT * 1.4 * it * up(0.06, y) for y in years]
colo = built(
    servers, racks, 0.0, [space[y] + metered[y] + care[y] + soft[y] for y in range(YEARS + 1)]
)


def after_tax(row):
    return -sum((1 - TAX) * row[y] * at_middle(y) for y in range(YEARS + 1))


hours = ACCELERATORS * 8760 * USE
rented = after_tax([0.0] + [hours * 2 * 0.9 ** (y - 1) * 1.05 * VAT for y in years])
kept = after_tax(soft)

# All accelerators or none in an hour: a share s owned leaves 1 - s of the hours to rent.
energy, idle = after_tax(power), FACILITY_IDLE / facility
shares = [i / 10 for i in range(11)]
hybrid = max(
    s * (own - energy)
    + (idle * s + (1 - idle) * s) * energy
    + ((1 - s) * rented + kept if s < 1 else 0)
    for s in shares
)
for name, value in (("own", own), ("colo", colo), ("rent", rented + kept), ("hybrid", hybrid)):
    print(name, repr(value))
