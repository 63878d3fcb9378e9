/* Price lists of clouds: what a price is of, what is missing, and what cannot be. */

#include "import_case.h"
#include "model/cloud.h"
#include "model/import_prices.h"
#include "model/prices.h"

static bool run_as(struct import_case *f, const char *path, const char *text, const char *only)
{
    struct import_file file = case_text(path, text);
    return case_run(f, import_prices, &file, 1, only);
}

#define SKY                                                                                        \
    "InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Price,SpotPrice,"       \
    "Region,AvailabilityZone\n"

static bool has_key(const struct import_case *f, const char *name, const char *key)
{
    const struct import_section *s = import_find(&f->im, KIND_CLOUD, name);
    if (!s) fail_msg("no [cloud %s] in\n%s", name, import_ini(&f->im));
    return import_value(s, key) != NULL;
}

static void skypilot(void **state)
{
    (void)state;
    struct import_case f;
    struct site s;
    assert_true(run_as(
        &f, "aws/vms.csv",
        SKY
        "p4d.24xlarge,96.0,1152.0,A100,8.0,\"{'Gpus': [{'MemoryInfo': {'SizeInMiB': 40960}}]}\","
        "32.77,9.83,us-east-1,us-east-1a\n"
        "p4d.24xlarge,96.0,1152.0,A100,8.0,,32.77,9.83,us-east-1,us-east-1a\n"
        "m5.large,2.0,8.0,,,,0.096,0.03,us-east-1,us-east-1a\n"
        "half,2.0,8.0,A10,0.5,,0.4,,us-east-1,\n",
        NULL));
    case_has(&f, KIND_CLOUD, "aws-p4d-24xlarge-us-east-1a", "price_hour", "32.77 USD/h");
    case_has(&f, KIND_CLOUD, "aws-p4d-24xlarge-us-east-1a", "accelerator", "A100-40GB");
    case_has(&f, KIND_CLOUD, "aws-p4d-24xlarge-us-east-1a", "accelerators", "8");
    case_has(&f, KIND_CLOUD, "aws-p4d-24xlarge-us-east-1a", "plan", "on-demand");
    case_has(&f, KIND_CLOUD, "aws-p4d-24xlarge-us-east-1a-spot", "price_hour", "9.83 USD/h");
    case_has(&f, KIND_CLOUD, "aws-p4d-24xlarge-us-east-1a-spot", "plan", "spot");
    assert_true(case_is_estimated(&f, KIND_CLOUD, "aws-p4d-24xlarge-us-east-1a", "provider"));
    assert_int_equal(f.im.n, 2); /* the second row says the same again */
    assert_int_equal(case_told(&f, "without accelerators", 4), 1);
    assert_int_equal(case_told(&f, "no whole number of accelerators", 5), 1);
    assert_int_equal(case_told(&f, "have no date", 0), 1);
    case_loads(&f, "", &s);
    assert_int_equal(s.of[KIND_CLOUD].n, 2);
    case_free(&f);
}

/* B76: no price, and 0, are no price; B77: a floor bid is not an offer. */
static void no_price(void **state)
{
    (void)state;
    struct import_case f;
    assert_true(run_as(&f, "c.csv",
                       SKY "a,1,1,H100,8,,,,r,\nb,1,1,H100,8,,0,,r,\nc,1,1,H100,8,,0.01,,r,\n"
                           "d,1,1,H100,8,,24,0.08,r,\ne,1,1,Unheard,8,,0.01,,r,\n"
                           "f,1,1,H100,8,,call us,,r,\n",
                       NULL));
    assert_false(has_key(&f, "c-a-r", "price_hour"));
    assert_false(has_key(&f, "c-b-r", "price_hour"));
    assert_false(has_key(&f, "c-c-r", "price_hour"));
    assert_false(has_key(&f, "c-d-r-spot", "price_hour"));
    assert_false(has_key(&f, "c-f-r", "price_hour"));
    case_has(&f, KIND_CLOUD, "c-d-r", "price_hour", "24 USD/h");
    case_has(&f, KIND_CLOUD, "c-e-r", "price_hour", "0.01 USD/h"); /* there is no band of it */
    assert_int_equal(case_told(&f, "has no price", 2), 3);
    assert_int_equal(case_told(&f, "is not plausible", 4), 2);
    assert_int_equal(case_told(&f, "'call us' is no price", 7), 1);
    assert_non_null(strstr(import_find(&f.im, KIND_CLOUD, "c-c-r")->note, "implausible, not set"));
    case_free(&f);
}

/* What a driver reports of 80 GB, no memory at all, and what lists do not tell of spot. */
static void usable_at_once(void **state)
{
    (void)state;
    struct import_case f;
    struct site s;
    assert_true(run_as(&f, "aws/vms.csv",
                       SKY
                       "a,1,1,H100,8,\"{'Gpus': [{'MemoryInfo': {'SizeInMiB': 81559}}]}\",55,,r,\n"
                       "b,1,1,H100,8,,$55.04,22.5,r,\nc,1,1,A100,8,,20,,r,\n",
                       NULL));
    case_has(&f, KIND_CLOUD, "aws-a-r", "accelerator", "H100-80GB");
    case_has(&f, KIND_CLOUD, "aws-a-r", "accelerator_memory", "80 GB");
    case_has(&f, KIND_CLOUD, "aws-b-r", "accelerator", "H100-80GB");
    assert_true(case_is_estimated(&f, KIND_CLOUD, "aws-b-r", "accelerator_memory"));
    assert_false(case_is_estimated(&f, KIND_CLOUD, "aws-a-r", "accelerator_memory"));
    case_has(&f, KIND_CLOUD, "aws-c-r", "accelerator", "A100"); /* 40 or 80 GB */
    case_has(&f, KIND_CLOUD, "aws-b-r", "price_hour", "55.04 USD/h");
    assert_false(has_key(&f, "aws-b-r", "interruption"));
    assert_true(case_is_estimated(&f, KIND_CLOUD, "aws-b-r-spot", "interruption"));
    assert_true(case_is_estimated(&f, KIND_CLOUD, "aws-b-r-spot", "checkpoint_every"));
    case_has(&f, KIND_CLOUD, "aws-b-r", "egress_price", "0.09 USD/GB");
    assert_true(case_is_estimated(&f, KIND_CLOUD, "aws-b-r", "egress_price"));
    case_loads(&f, "", &s);
    case_free(&f);
}

/* B78: Google's accelerators stand without their host. */
static void host_apart(void **state)
{
    (void)state;
    struct import_case f;
    assert_true(run_as(&f, "gcp.csv", SKY ",,,A100,1,,2.93,0.88,us-central1,\n", NULL));
    assert_non_null(
        strstr(import_value(import_find(&f.im, KIND_CLOUD, "gcp-A100-us-central1"), "includes"),
               "host has a price of its own"));
    assert_int_equal(case_told(&f, "of the accelerators alone", 2), 2);
    case_free(&f);
}

static void per_gpu_and_ranges(void **state)
{
    (void)state;
    struct import_case f;
    assert_true(
        run_as(&f, "l.csv",
               "Cloud,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,On-demand,Per-GPU,Spot,Name\n"
               "Exo,A5000 (24 GB),Ampere,2,48,24,112,,0.9,,x2\n"
               "Cudo,A4000 (16 GB),Ampere,2,32,16,32,0.72,0.29,,\n"
               "Dat,H100 (80 GB),Hopper,1,80,24-30,160-200,1.60-2.00,,,gc\n"
               "Dat,H100 (80 GB),Hopper,8,80,,,5.52,0.69,,gc8\n",
               NULL));
    case_has(&f, KIND_CLOUD, "Exo-x2", "price_gpu", "0.9 USD/GPUh");
    assert_false(has_key(&f, "Exo-x2", "price_hour"));
    case_has(&f, KIND_CLOUD, "Cudo-A4000-16GB-x2", "price_hour", "0.72 USD/h");
    assert_int_equal(case_told(&f, "do not go together", 3), 1);
    case_has(&f, KIND_CLOUD, "Dat-gc", "price_hour", "1.8 USD/h");
    assert_true(case_is_estimated(&f, KIND_CLOUD, "Dat-gc", "price_hour"));
    case_has(&f, KIND_CLOUD, "Dat-gc", "includes",
             "host with 24-30 vCPU and 160-200 GiB of memory; disks, egress and support are not "
             "told");
    assert_false(has_key(&f, "Dat-gc8", "price_hour"));
    assert_int_equal(case_told(&f, "is not plausible", 5), 1);
    case_free(&f);
}

static void vantage(void **state)
{
    (void)state;
    struct import_case f;
    assert_true(run_as(&f, "v.csv",
                       "Name,API Name,Instance Memory,vCPUs,GPUs,GPU model,GPU memory,On Demand,"
                       "Linux Reserved cost,Linux Spot Minimum cost,Linux Spot Maximum cost\n"
                       "P5,p5.48xlarge,2048.0 GiB,192 vCPUs,8,NVIDIA H100,640 GiB,$98.3200 hourly,"
                       "$43.1601 hourly,$21.5 hourly,$25.25 hourly\n"
                       "T3,t3.nano,0.5 GiB,2 vCPUs,0,None,0 GiB,$0.0052 hourly,,,\n",
                       NULL));
    case_has(&f, KIND_CLOUD, "AWS-p5-48xlarge", "price_hour", "98.32 USD/h");
    case_has(&f, KIND_CLOUD, "AWS-p5-48xlarge", "accelerator_memory", "80 GB");
    case_has(&f, KIND_CLOUD, "AWS-p5-48xlarge-reserved", "price_hour", "43.1601 USD/h");
    assert_true(case_is_estimated(&f, KIND_CLOUD, "AWS-p5-48xlarge-reserved", "term"));
    case_has(&f, KIND_CLOUD, "AWS-p5-48xlarge-spot", "price_hour", "25.25 USD/h");
    assert_true(case_is_estimated(&f, KIND_CLOUD, "AWS-p5-48xlarge-spot", "price_hour"));
    case_free(&f);
}

static void trees(void **state)
{
    (void)state;
    struct import_case f;
    struct import_file file[] = {
        case_text("o.json",
                  "[{\"id\":\"a\",\"provider_id\":\"sal\",\"gpu_model\":\"NVIDIA H100 SXM5\","
                  "\"vram_gb\":80,\"price_usd_hour\":2.5,\"is_spot\":false,\"vcpu\":null,"
                  "\"collected_at\":\"2026-05-24\",\"source_url\":\"https://s/\"},"
                  "{\"id\":\"b\",\"provider_id\":\"sal\",\"gpu_model\":\"RTX 4090\","
                  "\"price_usd_hour\":null,\"is_spot\":true}]"),
        case_text("p.json",
                  "[{\"id\":\"sal\",\"name\":\"Salt\",\"blurb\":\"RAM billed separately\"}]")};
    assert_true(case_run(&f, import_prices, file, 2, NULL));
    case_has(&f, KIND_CLOUD, "Salt-H100-80GB", "price_gpu", "2.5 USD/GPUh");
    case_has(&f, KIND_CLOUD, "Salt-H100-80GB", "date", "2026-05-24");
    case_has(&f, KIND_CLOUD, "Salt-H100-80GB", "source", "https://s/; o.json");
    assert_int_equal(case_told(&f, "of the accelerators alone", 0), 2);
    assert_int_equal(case_told(&f, "has no price", 0), 1);
    case_free(&f);
    assert_true(run_as(&f, "t.json",
                       "{\"TPU v4 pod\":{\"us-central2\":{\"Location\":\"Oklahoma\","
                       "\"On Demand (USD)\":3.22,\"Spot (USD)\":3.686}}}",
                       "tpu"));
    case_has(&f, KIND_CLOUD, "Google-TPU-v4-pod-us-central2", "price_gpu", "3.22 USD/GPUh");
    case_has(&f, KIND_CLOUD, "Google-TPU-v4-pod-us-central2-spot", "price_gpu", "3.686 USD/GPUh");
    assert_int_equal(case_told(&f, "spot is dearer", 0), 1);
    case_free(&f);
    assert_false(run_as(&f, "t.json", "{\"a\":1}", NULL));
    assert_int_equal(case_told(&f, "no price list", 1), 1);
    case_free(&f);
}

static void filters(void **state)
{
    (void)state;
    struct import_case f;
    static const char table[] = SKY "a,1,1,A100-80GB,8,,20,,r,\nb,1,1,A10,1,,1,,r,\n";
    assert_true(run_as(&f, "c.csv", table, "a10"));
    assert_int_equal(f.im.n, 1);
    case_has(&f, KIND_CLOUD, "c-b-r", "accelerator", "A10-24GB");
    case_free(&f);
    assert_false(run_as(&f, "c.csv", table, "H100"));
    assert_int_equal(case_told(&f, "none of 2 offers is 'H100'", 0), 1);
    case_free(&f);
    assert_false(run_as(&f, "c.csv", "AcceleratorName,Providers\nA10,azure\n", NULL));
    assert_int_equal(case_told(&f, "no column with a price", 1), 1);
    case_free(&f);
}

static void cells(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double amount; /* NaN: none; -1: refused */
    } cell[] = {{"1.5", 1.5},
                {" $0.42 hourly", 0.42},
                {"$3", 3},
                {"1.10-1.40", 1.25},
                {"$1.00 - $2.00/h", 1.5},
                {"", (double)NAN},
                {"unavailable", (double)NAN},
                {"1.4-1.1", -1},
                {"-5", -1},
                {"1,5", -1},
                {"$1,234.5", 1234.5},
                {"1,234,567", 1234567},
                {"1,000-2,000", 1500},
                {"1,23.5", -1},
                {"12,34", -1},
                {"1234,567", -1},
                {",500", -1},
                {"1-2-3", -1}};
    for (size_t i = 0; i < sizeof cell / sizeof *cell; i++) {
        struct price_cell got;
        bool is_read = price_read(cell[i].text, &got);
        if (is_read == (cell[i].amount < 0)) fail_msg("'%s'", cell[i].text);
        if (isnan(cell[i].amount)) assert_true(isnan(got.amount));
        if (cell[i].amount > 0) assert_near(got.amount, cell[i].amount, 1e-12);
    }
    assert_true(accelerator_is("NVIDIA H100 SXM5", "h100"));
    assert_false(accelerator_is("A100-80GB", "A10"));
    assert_false(accelerator_is("RTX 4090", ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skypilot),
        cmocka_unit_test(no_price),
        cmocka_unit_test(usable_at_once),
        cmocka_unit_test(host_apart),
        cmocka_unit_test(per_gpu_and_ranges),
        cmocka_unit_test(vantage),
        cmocka_unit_test(trees),
        cmocka_unit_test(filters),
        cmocka_unit_test(cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
