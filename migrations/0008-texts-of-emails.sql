-- An email that is sent as a text too: sending it makes a second message of the same text.
alter table core.messages add column also_sms boolean not null default false;
alter table core.messages add column same_as bigint;
alter table core.messages add constraint messages_also_sms check (not also_sms or kind = 'email');
-- Validating it would need a site; no row has one yet.
alter table core.messages add constraint messages_same_as_fk
  foreign key (site_id, same_as) references core.messages (site_id, id) on delete set null (same_as) not valid;
create unique index messages_same_as on core.messages (site_id, same_as) where same_as is not null;
