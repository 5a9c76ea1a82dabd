import type pg from 'pg'

/**
 * Instants at which a tick finds one hour's shifts due. The shifts of each site start an hour after those of the
 * previous one, so there are at most as many hours as sites.
 */
export async function dueHours(client: pg.Client, hours: number): Promise<Date[]> {
  const { rows } = await client.query<{ start: Date }>(
    `select s.start from core.shifts s where s.site_id = 1 and s.start > now() + interval '8 days' order by s.start limit 1`,
  )
  const first = rows[0]!.start.getTime() - 7 * 86_400_000
  return Array.from({ length: hours }, (_, n) => new Date(first + n * 3_600_000 + 30_000))
}

/** Resets the planner to its state after a tick at `at`, with an empty queue and all questions put. */
export async function rewindPlanner(client: pg.Client, at: Date): Promise<void> {
  await client.query('truncate core.deliveries cascade')
  await client.query(
    `insert into platform.settings (name, value) values ('reminders_planned', to_jsonb($1::timestamptz))
     on conflict (name) do update set value = excluded.value`,
    [at],
  )
  await client.query('truncate core.dues, core.told, core.marks')
  await client.query(
    `insert into core.dues (site_id, id, look_at, ask_at)
     select s.site_id, s.id, min(r.due_at), 'infinity' from core.shifts s cross join lateral core.reminders_of(s) r
     where s.draft is not null and s.person is not null and s.start > $1 and s.start < $1::timestamptz + interval '9 days' and r.due_at > $1 group by 1, 2`,
    [at],
  )
}
