-- Every query of a delivery by its shift compares the shift, so that `deliveries_once` finds it. In a migration of its own,
-- because that table is the busiest.
drop index core.deliveries_shift;
