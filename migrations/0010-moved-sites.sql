-- A club that another deployment has now: its hosts say where it is, and its name stays reserved.
alter table core.sites add column moved_to text;
alter table core.sites drop constraint sites_status;
alter table core.sites add constraint sites_status check (status in ('active', 'suspended', 'deleted', 'moved'));
alter table core.sites add constraint sites_moved_to check ((status = 'moved') = (moved_to is not null) and length(moved_to) <= 300);
