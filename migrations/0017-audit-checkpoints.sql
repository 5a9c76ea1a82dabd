-- A checkpoint closes the lines of a site's audit log up to one of them: it has a hash of these lines and one of the checkpoint before it,
-- and the newest one is signed with SESSION_SECRET. So lines can be removed from the old end, and a change of any other one shows.
create table core.audit_checkpoints (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  -- The last line that it closes.
  id bigint not null,
  -- No role that serves sites may state it: lines go seven years after it.
  made_at timestamptz not null default now(),
  -- Null: there has been none before.
  before_hash bytea,
  lines_hash bytea not null,
  signature text not null default '',
  constraint audit_checkpoints_pk primary key (site_id, id),
  constraint audit_checkpoints_site_fk foreign key (site_id) references core.sites (id) on delete cascade
);
alter table core.audit_checkpoints enable row level security, force row level security;
create policy audit_checkpoints_all on core.audit_checkpoints using (true) with check (true);
create policy audit_checkpoints_site on core.audit_checkpoints as restrictive
  to watchbill_migrator, watchbill_app, watchbill_worker, watchbill_auth
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
create policy audit_checkpoints_over on core.audit_checkpoints as restrictive for delete to watchbill_worker
  using (made_at < now() - interval '2555 days');
grant select, insert (id, before_hash, lines_hash), update (signature), delete on core.audit_checkpoints to watchbill_worker;
grant select, insert, update, delete, truncate on core.audit_checkpoints to watchbill_platform;
