alter table core.assignments add column waiting_list boolean not null default true;
