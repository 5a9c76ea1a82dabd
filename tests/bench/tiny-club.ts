import pg from 'pg'
import { type Dataset, siteOf } from './dataset.ts'

/**
 * Adds to a tiny data set what a club has besides unanswered shifts, on days after today, so that no field of either
 * side stays empty.
 */
export async function makeLively(data: Dataset): Promise<void> {
  const site = siteOf(data)
  const admin = (site - 1) * data.people + 1
  const client = new pg.Client({
    connectionString: data.superuserUrl,
    options: `-c search_path=core -c app.site_id=${site}`,
  })
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  const event = (days: number) => (site - 1) * data.events + 1 + days - data.firstDay
  const shift = (days: number, n: number) => (event(days) - 1) * 8 + n
  try {
    await run(`insert into eventtypes (id, name, color) values (1, 'Race', '#336699')`)
    await run(`insert into series (id, name, consecutive) values (1, 'League', false), (2, 'Regatta', true)`)
    const change = (days: number, values: string) => run(`update events set ${values} where id = $1`, [event(days)])
    await change(1, `eventtype = 1, series = 1, minimum = 2, contact = 'Office', event_url = 'https://club.example'`)
    await change(2, 'series = 2')
    await change(3, 'series = 2')
    await change(4, `decision = 'off', decided_at = now()`)
    await change(5, 'archived = true')
    const own = async (days: number, n: number, values: string) => {
      await run('update shifts set person = $2 where id = $1', [shift(days, n), admin])
      await run(`update shifts set ${values} where id = $1`, [shift(days, n)])
    }
    await own(1, 1, `modified_start = start + interval '1 hour', notes = 'Brings the keys'`)
    const answer = async (days: number, n: number, given: string, reason: string) => {
      await run('update shifts set person = $2 where id = $1', [shift(days, n), admin])
      await run(
        `insert into answers (shift, person, answer, reason, given_by, via, at) values ($1, $2, $3, $4, $2, 'screen', now())`,
        [shift(days, n), admin, given, reason],
      )
    }
    await answer(1, 2, 'seeking_cover', 'Ill')
    await answer(2, 1, 'confirmed', '')
    await own(0, 1, `actual_start = start, actual_end = start + interval '2 hours'`)
    await run(`update shifts set "end" = "end" + interval '1 hour' where id = $1`, [shift(1, 4)])
    await run(`insert into competencies (id, name) values (1, 'Powerboat')`)
    await run('update roles set required_competencies = array[1]')
    await run(`insert into records (person, competency, achieved) values ($1, 1, current_date - 900)`, [admin])
    await run('update people set is_active = false where id = $1', [admin + 3])
    await run('update shifts set draft = null where id = $1', [shift(1, 3)])
    const { rows } = await run(
      `insert into covers (shift, person, state, next_rung_at, started_at) values ($1, $2, 'searching', now() + interval '1 day', now()) returning id`,
      [shift(1, 2), admin],
    )
    await run(
      `insert into coverasks (cover, person, asked_at, channel)
       select $1, id, now(), 'email' from people where site_id = $2 and id <> $3 limit 2`,
      [rows[0].id, site, admin],
    )
    await run(
      `insert into waiting (id, event, assignment, person, looked_at, created_at)
       select 1, event, assignment, $2, now(), now() from shifts where id = $1`,
      [shift(1, 5), admin + 1],
    )
    await run(
      `insert into waitingoffers (waiting, shift, exclusive, hold_until, offered_at) values (1, $1, true, now() + interval '1 day', now())`,
      [shift(1, 5)],
    )
    await run(`insert into requests (event, person, comments) values ($1, $2, 'Gladly'), ($3, $2, '')`, [
      event(6),
      admin,
      event(1),
    ])
    await run(
      `insert into availability (person, date, start, "end", available) select $1, current_date + 1, current_date + 1, current_date + 2, 0`,
      [admin],
    )
  } finally {
    await client.end()
  }
}
