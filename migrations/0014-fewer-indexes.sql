-- Indexes whose rows and leading columns another one has: `profileentries_person_field_key`, `swaps_pk` and `swaps_open`.
drop index core.profileentries_person;
drop index core.swaps_recent;
drop index core.swaps_offered;
