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
-- The request in which a message or a change was caused, from the setting that each of its transactions has; null where none was.
alter table core.deliveries add column request_id text;
alter table core.deliveries alter column request_id set default nullif(current_setting('app.request_id', true), '');
alter table core.marks add column request_id text;
alter table core.marks alter column request_id set default nullif(current_setting('app.request_id', true), '');
