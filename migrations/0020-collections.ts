import { createSiteTable, type Db, reference, run } from './site-table.ts'

const stamps = `created_at timestamptz not null default now(), updated_at timestamptz not null default now()`

/** Messages in bulk, equipment, keys of programs, pairing of kiosks, saved views of lists, and what deletions can take back. */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'messagetemplates',
    `name text not null constraint messagetemplates_name_length check (length(name) between 1 and 200),
     kind text not null default 'email' constraint messagetemplates_kind check (kind in ('email', 'sms')),
     subject text not null default '',
     body text not null default '',
     archived boolean not null default false,
     ${stamps}`,
  )
  await createSiteTable(
    db,
    'messages',
    `kind text not null default 'email' constraint messages_kind check (kind in ('email', 'sms')),
     subject text not null default '',
     body text not null default '',
     template bigint,
     audience jsonb not null default '{}',
     status text not null default 'draft' constraint messages_status check (status in ('draft', 'scheduled', 'sending', 'sent', 'cancelled')),
     scheduled_for timestamptz,
     created_by bigint,
     sent_at timestamptz,
     ${stamps},
     ${reference('messages', 'template', 'messagetemplates', 'clear')},
     ${reference('messages', 'created_by', 'people', 'clear')}`,
  )
  await createSiteTable(
    db,
    'equipment',
    `name text not null constraint equipment_name_length check (length(name) between 1 and 200),
     details text not null default '',
     location bigint,
     "order" integer not null default 0,
     archived boolean not null default false,
     ${stamps},
     ${reference('equipment', 'location', 'locations', 'clear')}`,
  )
  await createSiteTable(
    db,
    'apikeys',
    `name text not null constraint apikeys_name_length check (length(name) between 1 and 200),
     scope text not null default 'read' constraint apikeys_scope check (scope in ('read', 'write')),
     prefix text not null,
     key_hash bytea not null,
     created_by bigint,
     last_used timestamptz,
     revoked_at timestamptz,
     ${stamps},
     constraint apikeys_hash_key unique (site_id, key_hash),
     ${reference('apikeys', 'created_by', 'people', 'clear')}`,
  )
  await createSiteTable(
    db,
    'savedviews',
    `person bigint,
     collection text not null constraint savedviews_collection_length check (length(collection) between 1 and 50),
     name text not null constraint savedviews_name_length check (length(name) between 1 and 200),
     query text not null default '' constraint savedviews_query_length check (length(query) <= 4000),
     shared boolean not null default false,
     ${stamps},
     constraint savedviews_name_key unique nulls not distinct (site_id, person, collection, name),
     ${reference('savedviews', 'person', 'people', 'cascade')}`,
  )
  await createSiteTable(
    db,
    'undos',
    `token_hash bytea not null,
     actor text not null,
     collection text not null,
     created_at timestamptz not null,
     expires_at timestamptz not null,
     constraint undos_token_key unique (site_id, token_hash)`,
  )
  await createSiteTable(
    db,
    'trash',
    `undo bigint not null,
     place integer not null,
     table_name text not null,
     cleared text,
     "row" jsonb not null,
     ${reference('trash', 'undo', 'undos', 'cascade')}`,
  )
  await run(
    db,
    `alter table core.kiosks add column code_hash bytea, add column code_expires timestamptz;
     create unique index kiosks_secret on core.kiosks (site_id, secret_hash) where secret_hash is not null;
     create unique index kiosks_code on core.kiosks (site_id, code_hash) where code_hash is not null;
     create unique index deliveries_bulk_once on core.deliveries (site_id, kind, person, channel) where shift is null and kind like 'bulk:%';
     create index trash_undo on core.trash (site_id, undo, place, id);
     create index undos_expires on core.undos (site_id, expires_at);
     create index messages_created on core.messages (site_id, created_at desc, id desc);
     create index equipment_name on core.equipment (site_id, "order", name);
     create index profileentries_field on core.profileentries (site_id, entry_type);`,
  )
}
