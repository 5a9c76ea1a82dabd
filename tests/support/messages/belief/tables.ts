import type { World } from '#tests/support/world.ts'

/**
 * What an undo within its window may leave: the log, what the undo itself is made of, answers that were given, when the
 * planner looks next, and the calendar's numbers, which may never decrease.
 */
const LEFT_TABLES = [
  'audit',
  'undos',
  'trash',
  'withdrawn_events',
  'withdrawn_shifts',
  'dues',
  'marks',
  'told',
  'answers',
  'sessions',
  'refresh_tokens',
  'idempotency_keys',
]
/** `assigned_at` and `start_changed_at`: decision 039. */
const LEFT_COLUMNS = ['updated_at', 'sequence', 'assigned_at', 'start_changed_at', 'looked_at']
/** Rows that say of themselves that nothing came of them. */
const LEFT_ROWS = ['covers + stopped', 'deliveries + event.called_off cancelled']

type Row = Record<string, unknown>
/** The rows of a club by table and id. */
export type Tables = Map<string, Row>

/** Reads all rows of clubs, by the club. */
export async function readTables({ superuser }: World, sites: readonly number[]): Promise<Map<number, Tables>> {
  const { rows: names } = await superuser.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'core' and c.column_name = 'site_id' and t.table_type = 'BASE TABLE' and c.table_name <> all ($1) order by 1`,
    [LEFT_TABLES],
  )
  const parts = names.map(
    ({ name }) =>
      `select '${name}' as name, t.site_id::int as site, to_jsonb(t) - $2::text[] as row from core."${name}" t where site_id = any ($1)`,
  )
  const { rows } = await superuser.query<{ name: string; site: number; row: Row }>(parts.join(' union all '), [
    sites,
    LEFT_COLUMNS,
  ])
  const tables = new Map(sites.map((site): [number, Tables] => [site, new Map()]))
  for (const { name, site, row } of rows) tables.get(site)!.set(`${name} ${row.id}`, row)
  return tables
}

/** Lists what differs: "shifts.assigned_at", or "deliveries +" and "deliveries -" for rows more or fewer. */
export function differencesOf(before: Tables, after: Tables): string[] {
  const found = new Set<string>()
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is, name] = [before.get(key), after.get(key), key.split(' ')[0]!]
    if (!was || !is) {
      const { kind = '', state = '' } = is ?? was ?? {}
      found.add([name, is ? '+' : '-', kind, state].filter(Boolean).join(' '))
    } else
      for (const column of Object.keys(is))
        if (JSON.stringify(was[column]) !== JSON.stringify(is[column])) found.add(`${name}.${column}`)
  }
  return [...found].filter((what) => !LEFT_ROWS.includes(what)).sort()
}
