import { createSiteTable, type Db, reference } from './site-table.ts'

/** Places that are put on event after event, kept under a name. Offsets are minutes on the wall clock from the event's start. */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'roster_templates',
    `name text not null constraint roster_templates_name_length check (length(name) between 1 and 200),
     created_at timestamptz not null default now(),
     constraint roster_templates_name_key unique (site_id, name)`,
  )
  await createSiteTable(
    db,
    'roster_template_places',
    `template bigint not null,
     assignment bigint,
     role bigint,
     location bigint,
     start_offset integer not null,
     end_offset integer not null,
     notes text not null default '',
     constraint roster_template_places_order check (end_offset > start_offset),
     ${reference('roster_template_places', 'template', 'roster_templates', 'cascade')},
     ${reference('roster_template_places', 'assignment', 'assignments', 'clear')},
     ${reference('roster_template_places', 'role', 'roles', 'clear')},
     ${reference('roster_template_places', 'location', 'locations', 'clear')}`,
  )
  for (const column of ['template', 'assignment', 'role', 'location'])
    await db.schema
      .withSchema('core')
      .createIndex(`roster_template_places_${column}`)
      .on('roster_template_places')
      .columns(['site_id', column])
      .execute()
}
