import { createSiteTable, type Db, reference, run } from './site-table.ts'

const stamps = `created_at timestamptz not null default now(), updated_at timestamptz not null default now()`

export async function up(db: Db) {
  await createSiteTable(
    db,
    'availability',
    `person bigint not null,
     date date not null,
     start timestamptz not null,
     "end" timestamptz not null,
     available smallint not null constraint availability_available check (available in (0, 1, 2)),
     ${stamps},
     constraint availability_person_date_key unique (site_id, person, date),
     ${reference('availability', 'person', 'people', 'cascade')}`,
  )
  await createSiteTable(
    db,
    'news',
    `title text not null default '' constraint news_title_length check (length(title) <= 300),
     content text not null default '' constraint news_content_length check (length(content) <= 50000),
     author bigint,
     posted timestamptz not null default now(),
     show_until timestamptz,
     pinned boolean not null default false,
     ${stamps},
     ${reference('news', 'author', 'people', 'clear')}`,
  )
  await createSiteTable(
    db,
    'competencies',
    `name text not null constraint competencies_name_length check (length(name) between 1 and 200),
     details text not null default '',
     valid_months integer constraint competencies_valid_months check (valid_months between 1 and 1200),
     archived boolean not null default false,
     ${stamps}`,
  )
  await createSiteTable(
    db,
    'training',
    `name text not null constraint training_name_length check (length(name) between 1 and 200),
     details text not null default '',
     competency bigint,
     archived boolean not null default false,
     ${stamps},
     ${reference('training', 'competency', 'competencies', 'clear')}`,
  )
  await createSiteTable(
    db,
    'records',
    `person bigint not null,
     competency bigint not null,
     training bigint,
     achieved date not null,
     expires date,
     details text not null default '',
     ${stamps},
     ${reference('records', 'person', 'people', 'cascade')},
     ${reference('records', 'competency', 'competencies', 'cascade')},
     ${reference('records', 'training', 'training', 'clear')}`,
  )
  await createSiteTable(
    db,
    'profilefields',
    `display_name text not null constraint profilefields_name_length check (length(display_name) between 1 and 200),
     kind text not null default 'text' constraint profilefields_kind check (kind in ('text', 'number', 'date', 'choice', 'boolean')),
     choices text[] not null default '{}',
     "order" integer not null default 0,
     required boolean not null default false,
     user_visible boolean not null default true,
     user_editable boolean not null default true,
     archived boolean not null default false,
     ${stamps}`,
  )
  await createSiteTable(
    db,
    'profileentries',
    `entry_type bigint not null,
     person bigint not null,
     value text not null constraint profileentries_value_length check (length(value) <= 5000),
     ${stamps},
     constraint profileentries_person_field_key unique (site_id, person, entry_type),
     ${reference('profileentries', 'entry_type', 'profilefields', 'cascade')},
     ${reference('profileentries', 'person', 'people', 'cascade')}`,
  )
  await createSiteTable(
    db,
    'kiosks',
    `name text not null constraint kiosks_name_length check (length(name) between 1 and 200),
     secret_hash bytea,
     last_seen timestamptz,
     revoked_at timestamptz,
     ${stamps}`,
  )
  await createSiteTable(
    db,
    'imports',
    `kind text not null constraint imports_kind check (kind in ('people', 'season')),
     file_name text not null,
     digest text not null,
     counts jsonb not null default '{}',
     created jsonb not null default '{}',
     created_by bigint,
     created_at timestamptz not null default now(),
     undone_at timestamptz,
     ${reference('imports', 'created_by', 'people', 'clear')}`,
  )
  await run(
    db,
    `create index availability_date on core.availability (site_id, date, person);
     create index news_posted on core.news (site_id, posted desc, id);
     create index records_person on core.records (site_id, person, competency, achieved desc);
     create index profileentries_person on core.profileentries (site_id, person);
     create index imports_created on core.imports (site_id, created_at desc);`,
  )
}
