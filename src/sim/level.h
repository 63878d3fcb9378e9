#ifndef DCPLAN_SIM_LEVEL_H
#define DCPLAN_SIM_LEVEL_H

/* The kernel is compiled once for any machine of its kind, and again for wider registers,
   with -DDCPLAN_LEVEL=_v3 and so on: what those files offer each other then has the level at
   the end of its name (CMakeLists.txt; month_best chooses).  Levels differ in how many lanes
   go side by side, not in a bit: no products are joined with sums (-ffp-contract=off), and no
   sums are in another order.  A name that is missing here fails to link. */

#ifdef DCPLAN_LEVEL
#define LEVEL_JOIN(name, level) name##level
#define LEVEL_OF(name, level) LEVEL_JOIN(name, level)
#define LEVEL(name) LEVEL_OF(name, DCPLAN_LEVEL)

#define air_inlets LEVEL(air_inlets)
#define air_units LEVEL(air_units)
#define block_new LEVEL(block_new)
#define block_solve LEVEL(block_solve)
#define book_fill LEVEL(book_fill)
#define book_is_source LEVEL(book_is_source)
#define book_new LEVEL(book_new)
#define book_parts LEVEL(book_parts)
#define build_moisture LEVEL(build_moisture)
#define chiller_can_w LEVEL(chiller_can_w)
#define chiller_run LEVEL(chiller_run)
#define chiller_would_w LEVEL(chiller_would_w)
#define condense LEVEL(condense)
#define dry_can_w LEVEL(dry_can_w)
#define dry_prepare LEVEL(dry_prepare)
#define dry_run LEVEL(dry_run)
#define dx_capacity LEVEL(dx_capacity)
#define dx_coil_helps LEVEL(dx_coil_helps)
#define dx_coil_water_c LEVEL(dx_coil_water_c)
#define dx_run LEVEL(dx_run)
#define flag_text LEVEL(flag_text)
#define fresh_air_capacity LEVEL(fresh_air_capacity)
#define fresh_air_helps LEVEL(fresh_air_helps)
#define fresh_air_run LEVEL(fresh_air_run)
#define indirect_capacity LEVEL(indirect_capacity)
#define indirect_run LEVEL(indirect_run)
#define liquid_cdus LEVEL(liquid_cdus)
#define liquid_loops LEVEL(liquid_loops)
#define moisture_begin LEVEL(moisture_begin)
#define moisture_dew_points LEVEL(moisture_dew_points)
#define moisture_finish LEVEL(moisture_finish)
#define moisture_heat LEVEL(moisture_heat)
#define moisture_new LEVEL(moisture_new)
#define moisture_surface_c LEVEL(moisture_surface_c)
#define moisture_wet_bulb LEVEL(moisture_wet_bulb)
#define month_run LEVEL(month_run)
#define power_follows_heat LEVEL(power_follows_heat)
#define power_prepare LEVEL(power_prepare)
#define power_servers LEVEL(power_servers)
#define power_up LEVEL(power_up)
#define reardoor_take LEVEL(reardoor_take)
#define reset_begin LEVEL(reset_begin)
#define reset_demand LEVEL(reset_demand)
#define reset_note LEVEL(reset_note)
#define reuse_can_w LEVEL(reuse_can_w)
#define reuse_run LEVEL(reuse_run)
#define scavenger_water_kg_s LEVEL(scavenger_water_kg_s)
#define sink_negligible_frac LEVEL(sink_negligible_frac)
#define sink_rating_w LEVEL(sink_rating_w)
#define sinks_finish LEVEL(sinks_finish)
#define sinks_left_w LEVEL(sinks_left_w)
#define sinks_run LEVEL(sinks_run)
#define sinks_try LEVEL(sinks_try)
#define sinks_wait LEVEL(sinks_wait)
#define storage_balance LEVEL(storage_balance)
#define storage_charge LEVEL(storage_charge)
#define storage_discharge LEVEL(storage_discharge)
#define storage_run LEVEL(storage_run)
#define tower_needs_c LEVEL(tower_needs_c)
#define tower_reach_c LEVEL(tower_reach_c)
#define tower_run LEVEL(tower_run)
#define towers_begin LEVEL(towers_begin)
#endif

#endif
