import { sql } from 'kysely'
import { queueRosterNotices, type RosterNotice } from '#server/deliveries/roster-notices.ts'
import { ROSTER_SMS } from '#server/deliveries/texts/account/roster-sms.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { createWithSite, type SiteDb } from '#server/engine/tenancy/with-site.ts'
import { listAdmins } from '#server/people/coordinators.ts'
import { assignmentNeeds, presentCount } from './assignments-sql.ts'
import { type Need, needText } from './rules.ts'

type Deps = { pool: Pool; clock: Clock; log: Log; stopping?: () => boolean }

/** How many events one round asks about; the next goes on. */
const BATCH = 100

/**
 * Asks the admins, since nobody else can decide, about every event that lacks people once its time to decide has come. It may run in several workers: an event is
 * marked in the transaction that queues the messages, so that a crash neither loses nor repeats one. An event that has enough is
 * not marked: where somebody drops out later, they are asked then.
 * One that fails is logged and holds up no other.
 * @param deps.pool of the worker role.
 */
export async function askForDecisions({ pool, clock, log, stopping }: Deps): Promise<void> {
  const due = await inTransaction<DB, { site: number; event: number }[]>(pool, 'read', {}, async (db) => {
    const { rows } = await sql<{ due: { site: number; event: number }[] }>`
      select core.decisions_due(${clock.now()}, ${BATCH}::integer) as due`.execute(db)
    return rows[0]?.due ?? []
  })
  const withSite = createWithSite(pool)
  for (const { site, event } of due) {
    if (stopping?.()) return
    await withSite(mintSiteId(site), (db) => ask(db, clock, event), { access: 'write' }).catch((error: unknown) =>
      log.error({ err: error, site, event }, 'admins were not asked to decide'),
    )
  }
}

type Asked = Need & { name: string; start: Date; decide_at: Date }

async function ask(db: SiteDb, clock: Clock, event: number): Promise<void> {
  const now = clock.now()
  const { rows } = await sql<Asked>`
    with asked as (update events e set decision_asked_at = ${now}
    where e.id = ${event} and e.decision is null and e.decide_at <= ${now} and e.start > ${now}
      and (e.decision_asked_at is null or e.decision_asked_at < e.decide_at)
    returning e.*)
    select a.name, a.start, a.minimum, a.decide_at, ${assignmentNeeds('a', false)} as assignments,
      (select ${presentCount('s')} from shifts s where s.site_id = a.site_id and s.event = a.id) as filled
    from asked a`.execute(db)
  const [asked] = rows
  if (!asked) return
  const { rows: sites } = await sql<Pick<Site, 'sms_enabled'>>`select sms_enabled from sites`.execute(db)
  const people = await listAdmins(db)
  const name = asked.name || 'Untitled Event'
  const have = needText(asked)
  await queueRosterNotices(
    { db, clock, wake: () => {}, site: { sms_enabled: sites[0]?.sms_enabled ?? false } },
    ...people.map(
      (person): RosterNotice => ({
        kind: 'event.decide',
        person,
        subject: event,
        event,
        cause: `${event} ${asked.decide_at.toISOString()}`,
        useful_until: asked.start,
        title: `${have}: go ahead with ${name}, or call it off?`,
        paragraphs: [
          `${name} begins {at} and has ${have}.`,
          'Until you decide, the event stands: nobody else hears of this, and reminders go out.',
        ],
        times: { at: asked.start.toISOString() },
        action: { label: 'Decide', path: `/events/${event}` },
        sms: ROSTER_SMS.decide,
        names: { what: name, have },
      }),
    ),
  )
}
