import { createSiteTable, type Db, reference } from '#migrations/site-table.ts'

export const createMoorings = (db: Db) =>
  createSiteTable(
    db,
    'moorings',
    `name text not null default '', side text not null default 'port', depth double precision, laid date,
     inspected timestamptz, location bigint, needs bigint[] not null default '{}', marks text[] not null default '{}',
     details text not null default '', facts jsonb not null default '{}', "order" integer not null default 0,
     archived boolean not null default false, created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(), ${reference('moorings', 'location', 'locations', 'clear')}`,
  )
