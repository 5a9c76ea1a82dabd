alter table core.assignments add column required_competencies bigint[] not null default ('{}'::bigint[]);
