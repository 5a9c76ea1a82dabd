-- Whether a mark is of a change of the shift's event: its author has not seen the shift.
alter table core.marks add column of_event boolean not null default false;
