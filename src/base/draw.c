#include "base/draw.h"

#include <math.h>

#include "base/elementary.h"
#include "base/sobol.h"

void draw_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
    enum { ROUNDS = 10 };
    uint32_t c[4] = {counter[0], counter[1], counter[2], counter[3]}, k0 = key[0], k1 = key[1];
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t x = (uint64_t)0xD2511F53u * c[0], y = (uint64_t)0xCD9E8D57u * c[2];
        uint32_t next[4] = {(uint32_t)(y >> 32) ^ c[1] ^ k0, (uint32_t)y,
                            (uint32_t)(x >> 32) ^ c[3] ^ k1, (uint32_t)x};
        for (int i = 0; i < 4; i++) c[i] = next[i];
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    for (int i = 0; i < 4; i++) out[i] = c[i];
}

static void draw_words(uint64_t seed, uint32_t stream, uint32_t i, uint32_t j, uint32_t k,
                       uint32_t out[4])
{
    const uint32_t counter[4] = {i, j, k, stream};
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    draw_philox(counter, key, out);
}

/* The middle of one of 2^52 slices, which a double tells apart up to both ends. */
static double between(uint64_t bits)
{
    return ((double)(bits >> 12) + 0.5) * 0x1p-52;
}

double draw_uniform(uint64_t seed, enum draw_stream stream, uint32_t i, uint32_t k)
{
    uint32_t w[4];
    draw_words(seed, stream, i, 0, k, w);
    return between((uint64_t)w[0] << 32 | w[1]);
}

/* ---- samples ------------------------------------------------------------------ */

const char *const sampling_words[N_SAMPLING + 1] = {"lhs", "sobol", "random", NULL};

/* Fisher and Yates. */
static void shuffle(int *item, int n, uint64_t seed, uint32_t k)
{
    for (int i = 0; i < n; i++) item[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int j = (int)(draw_uniform(seed, DRAW_STRATUM, (uint32_t)i, k) * (i + 1));
        int other = item[j];
        item[j] = item[i];
        item[i] = other;
    }
}

bool sample_make(enum sampling how, int n, int n_dim, uint64_t seed, struct sample *out,
                 struct arena *a)
{
    *out = (struct sample){.how = how, .n = n, .n_dim = n_dim, .seed = seed};
    if (how == SAMPLING_SOBOL) {
        if (n_dim > SAMPLE_SOBOL_MOST) return false;
        uint32_t *v = ARENA_ARRAY(a, uint32_t, (size_t)n_dim * SOBOL_BITS);
        for (int k = 0; k < n_dim; k++) sobol_directions(k, v + (size_t)k * SOBOL_BITS);
        out->direction = v;
    }
    if (how == SAMPLING_LHS) {
        int *stratum = ARENA_ARRAY(a, int, (size_t)n_dim *(size_t)n);
        for (int k = 0; k < n_dim; k++)
            shuffle(stratum + (size_t)k * (size_t)n, n, seed, (uint32_t)k);
        out->stratum = stratum;
    }
    return true;
}

static uint32_t sobol_bits(const uint32_t *direction, uint32_t i)
{
    uint32_t x = 0;
    for (int bit = 0; i; bit++, i >>= 1)
        if (i & 1) x ^= direction[bit];
    return x;
}

/* Each bit is turned or not by a coin that the bits above it choose.  The coins of five bits
   stand in one word: those bits are the way down a tree of 31 nodes. */
static uint32_t scramble(uint32_t x, uint64_t seed, uint32_t k)
{
    enum { STEP = 5 };
    uint32_t y = 0;
    for (int top = SOBOL_BITS; top > 0; top -= STEP) {
        uint32_t w[4], above = top < SOBOL_BITS ? x >> top : 0, node = 1;
        draw_words(seed, DRAW_SCRAMBLE, above, (uint32_t)top, k, w);
        for (int bit = top - 1; bit >= 0 && bit >= top - STEP; bit--) {
            uint32_t b = x >> bit & 1;
            y |= (b ^ (w[0] >> node & 1)) << bit;
            node = 2 * node + b;
        }
    }
    return y;
}

static double sobol_at(const struct sample *s, int i, int k)
{
    uint32_t w[4];
    uint32_t x = sobol_bits(s->direction + (size_t)k * SOBOL_BITS, (uint32_t)i);
    draw_words(s->seed, DRAW_FINE, (uint32_t)i, 0, (uint32_t)k, w);
    return between((uint64_t)scramble(x, s->seed, (uint32_t)k) << 32 | w[0]);
}

double sample_at(const struct sample *s, int i, int k)
{
    if (s->how == SAMPLING_SOBOL) return sobol_at(s, i, k);
    uint32_t ui = (uint32_t)i, uk = (uint32_t)k;
    if (s->how == SAMPLING_RANDOM) return draw_uniform(s->seed, DRAW_RANDOM, ui, uk);
    double slice = s->stratum[(size_t)k * (size_t)s->n + (size_t)i];
    return fmin((slice + draw_uniform(s->seed, DRAW_JITTER, ui, uk)) / s->n, 1 - 0x1p-53);
}

/* ---- the normal distribution ---------------------------------------------------- */

static double polynomial(const double c[8], double x)
{
    double y = c[7];
    for (int i = 6; i >= 0; i--) y = y * x + c[i];
    return y;
}

double normal_quantile(double p)
{
    static const double a[8] = {3.3871328727963666080,   1.3314166789178437745e2,
                                1.9715909503065514427e3, 1.3731693765509461125e4,
                                4.5921953931549871457e4, 6.7265770927008700853e4,
                                3.3430575583588128105e4, 2.5090809287301226727e3};
    static const double b[8] = {1,
                                4.2313330701600911252e1,
                                6.8718700749205790830e2,
                                5.3941960214247511077e3,
                                2.1213794301586595867e4,
                                3.9307895800092710610e4,
                                2.8729085735721942674e4,
                                5.2264952788528545610e3};
    static const double c[8] = {1.42343711074968357734,    4.63033784615654529590,
                                5.76949722146069140550,    3.64784832476320460504,
                                1.27045825245236838258,    2.41780725177450611770e-1,
                                2.27238449892691845833e-2, 7.74545014278341407640e-4};
    static const double d[8] = {1,
                                2.05319162663775882187,
                                1.67638483018380384940,
                                6.89767334985100004550e-1,
                                1.48103976427480074590e-1,
                                1.51986665636164571966e-2,
                                5.47593808499534494600e-4,
                                1.05075007164441684324e-9};
    static const double e[8] = {6.65790464350110377720,    5.46378491116411436990,
                                1.78482653991729133580,    2.96560571828504891230e-1,
                                2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                2.71155556874348757815e-5, 2.01033439929228813265e-7};
    static const double f[8] = {1,
                                5.99832206555887937690e-1,
                                1.36929880922735805310e-1,
                                1.48753612908506148525e-2,
                                7.86869131145613259100e-4,
                                1.84631831751005468180e-5,
                                1.42151175831644588870e-7,
                                2.04426310338993978564e-15};
    double q = p - 0.5;
    if (fabs(q) <= 0.425) {
        double r = 0.180625 - q * q;
        return q * polynomial(a, r) / polynomial(b, r);
    }
    double r = sqrt(-log_of(q < 0 ? p : 1 - p));
    double z = r <= 5 ? polynomial(c, r - 1.6) / polynomial(d, r - 1.6)
                      : polynomial(e, r - 5) / polynomial(f, r - 5);
    return q < 0 ? -z : z;
}

/* 1/2 + phi(z) (z + z^3 / 3 + z^5 / (3 5) + ...), of which no term takes away from another. */
double normal_below(double z)
{
    const double far = 8.3, root_two_pi = 2.5066282746310005024; /* beyond: below the last bit */
    if (!(z > -far)) return 0;
    if (z >= far) return 1;
    double term = z, sum = z, odd = 1;
    while (fabs(term) > 1e-17 * fabs(sum)) {
        odd += 2;
        term *= z * z / odd;
        sum += term;
    }
    return 0.5 + sum * exp_of(-0.5 * z * z) / root_two_pi;
}
