-- How much one site may use; null means the default of the platform. Files carry their size, so that a site's can be added up.
alter table core.sites add column quota_people integer;
alter table core.sites add column quota_texts integer;
alter table core.sites add column quota_emails integer;
alter table core.sites add column quota_storage bigint;
alter table core.sites add column logo_bytes integer;
alter table core.sites add constraint sites_quotas check (least(quota_people, quota_texts, quota_emails, quota_storage) >= 0);
grant update (logo_bytes) on core.sites to watchbill_app;
-- Null: not measured yet. An hourly job of web measures what was stored before, or by the previous version.
alter table core.people add column avatar_bytes integer;
alter table core.message_files add column bytes integer;
alter table core.message_pictures add column bytes integer;
