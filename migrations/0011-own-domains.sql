-- Clubs' own domains: names outside the base domain. One leads to its site once its DNS has proved it; a TXT record with the token is part of that.
create table platform.domains (
  name text not null,
  site bigint not null,
  token text not null,
  added_at timestamptz not null,
  proved_at timestamptz,
  checked_at timestamptz,
  -- When a check last found all in place.
  seen_at timestamptz,
  problem text,
  constraint domains_pkey primary key (name),
  constraint domains_site foreign key (site) references core.sites (id) on delete cascade,
  constraint domains_name check (name = lower(name) and position('.' in name) > 0 and length(name) <= 240),
  constraint domains_problem check (length(problem) <= 2000)
);
create index domains_site on platform.domains (site);
grant select, insert, update, delete on platform.domains to watchbill_platform;
-- The one that links name and pages redirect to: the one proved last; null without.
alter table core.sites add column own_domain text;
alter table core.sites add constraint sites_own_domain check (length(own_domain) <= 240);
