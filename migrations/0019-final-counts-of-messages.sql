-- How many deliveries of a message to many ended in each state, from when they are no longer kept.
alter table core.messages add column final_counts jsonb;
