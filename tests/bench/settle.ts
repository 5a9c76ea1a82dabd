import pg from 'pg'
import { settleChanges } from '#server/deliveries/settle.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import type { Bench } from './rig.ts'

/** Maximum time of one portion of settling, in ms, so that no web process waits for it. */
const PORTION_MS = 200

/** Settles the publication of one club's season. Each portion is one person's shifts, in a transaction of its own. */
export const settle: Bench = async ({ scale, dataset }) => {
  const data = await dataset('many')
  const log = createLog({ level: 'warn' })
  const pool = createPool({ connectionString: data.url, role: 'worker', max: 2, log })
  const client = new pg.Client({ connectionString: data.superuserUrl, options: '-c search_path=core' })
  await client.connect()
  await client.query('truncate marks')
  const { rows } = await client.query<{ event: number }>(
    `insert into events (site_id, name, start, "end") values (1, 'Season', now() + interval '30 days', now() + interval '30 days 4 hours') returning id as event`,
  )
  const { event } = rows[0]!
  try {
    await client.query(
      `insert into shifts (site_id, event, person, start, "end")
       select 1, $1, p.id, now() + interval '30 days', now() + interval '30 days 4 hours' from generate_series(1, $2) n
       join (select id, row_number() over (order by id) - 1 as place, count(*) over () as people from people where site_id = 1) p on p.place = n % p.people`,
      [event, scale.settled],
    )
    await client.query("select set_config('app.site_id', '1', false)")
    await client.query('update shifts set draft = now() where site_id = 1 and event = $1', [event])
    const portions: number[] = []
    const begun = performance.now()
    for (let left = scale.settled; left; ) {
      let last = performance.now()
      await settleChanges({ pool, log, clock: createClock(60_000) }, async () => {
        portions.push(performance.now() - last)
        last = performance.now()
      })
      const found = await client.query<{ left: number }>('select count(*)::int as left from marks')
      left = found.rows[0]!.left
    }
    const longest = Math.max(...portions)
    console.log(
      `settle: ${scale.settled} pairs in ${Math.round(performance.now() - begun)} ms, in ${portions.length} portions, the longest ${Math.round(longest)} ms`,
    )
    if (scale.keepsGoals && longest > PORTION_MS) throw new Error(`A portion took ${Math.round(longest)} ms.`)
  } finally {
    await client.query('delete from deliveries where event = $1', [event])
    await client.query('delete from events where site_id = 1 and id = $1', [event])
    await client.query('truncate marks')
    await client.end()
    await pool.end()
  }
}
