-- A club's own sender: emails come from it while it is verified. The domain of a verified one belongs to one club.
alter table core.sites add column sender_address text;
alter table core.sites add column sender_state text;
-- The DNS records that its provider asks for, as name and value.
alter table core.sites add column sender_records jsonb not null default '[]';
alter table core.sites add column sender_since timestamptz;
alter table core.sites add column sender_problem text;
alter table core.sites add constraint sites_sender check (
  (sender_address is null) = (sender_state is null) and length(sender_address) <= 254
  and sender_address ~ '^[a-z0-9._+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$' and sender_state in ('waiting', 'verified', 'failed')
  and length(sender_problem) <= 300);
create unique index sites_sender_domain on core.sites (split_part(sender_address, '@', 2))
  where sender_state = 'verified' and status <> 'deleted';
-- The worker says that the provider refused it.
grant update (sender_state, sender_since, sender_problem) on core.sites to watchbill_worker;
-- Domains that the provider was asked to verify, with the site for which it was: once that has no sender of it, the provider forgets it,
-- so that its proof verifies no other club.
create table platform.sender_domains (
  domain text not null,
  site bigint not null,
  constraint sender_domains_pkey primary key (domain),
  constraint sender_domains_domain check (length(domain) <= 254)
);
grant select, insert, update, delete on platform.sender_domains to watchbill_platform;
