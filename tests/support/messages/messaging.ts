import { Registry } from 'prom-client'
import { createAnswerLinks } from '#server/answers/links/store.ts'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { settleChanges } from '#server/deliveries/settle.ts'
import { createNoticeWriter } from '#server/deliveries/texts/account/from-facts.ts'
import { tellByAct } from '#server/deliveries/told.ts'
import type { MessageDraft, Outcome, Outgoing, Trace, Transport } from '#server/deliveries/transport.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { readBulk } from '#server/messages/sending/deliver.ts'
import { createMessaging, type MessagingDeps } from '#server/reminders/messaging.ts'
import { log, SYSTEM, type World } from '../world.ts'

/** A message as the recording transport received it: its line for each shift, in order. */
export type SentMessage = Outgoing & { outcome: Outcome }

export type Recording = Transport & {
  sent: SentMessage[]
  /** The outcomes of the next messages; without an entry a message is accepted. */
  outcomes: Outcome[]
  traceOf: (attempt: string) => Trace
}

export function recordingTransport(): Recording {
  let counter = 0
  const recording: Recording = {
    sent: [],
    outcomes: [],
    traceOf: () => 'cannot say',
    send: async (message) => {
      counter += 1
      const outcome = recording.outcomes.shift() ?? { kind: 'sent' as const, provider_id: `p${counter}` }
      recording.sent.push({ ...message, outcome })
      return outcome
    },
    trace: async ({ attempt_id }) => recording.traceOf(attempt_id),
  }
  return recording
}

/** Writes one line for each shift of a message, in place of the real text, so that tests can read it. */
export const writePlainly = (draft: MessageDraft) => ({
  to: draft.channel === 'email' ? draft.person.email : (draft.person.phone ?? ''),
  subject: `${draft.kind} ${draft.items.map(({ shift }) => shift.event_name).join(', ')}`,
  text: draft.items
    .map(({ shift, before }) =>
      [shift.start, shift.location, before?.start && `was ${before.start}`].filter(Boolean).join(' '),
    )
    .join('\n'),
  html: '',
  headers: { unsubscribe: draft.unsubscribe_url },
  attachments: [],
})

export const NOTICE_SECRET = 'a secret of the tests that is long enough'

export const FAST = { perSecond: 10_000, burst: 10_000 }

export function messagingFor(world: Pick<World, 'pool' | 'clock'>, over: Partial<MessagingDeps> = {}) {
  const transports = { email: recordingTransport(), sms: recordingTransport() }
  const registry = new Registry()
  const messaging = createMessaging({
    pool: world.pool('worker'),
    clock: world.clock,
    log,
    registry,
    transports,
    write: writePlainly,
    writeNotice: createNoticeWriter(NOTICE_SECRET),
    readBulk,
    linkAnswers: createAnswerLinks(NOTICE_SECRET),
    readFile: async () => null,
    originOf: (site) => `https://${site.slug}.example`,
    rates: { email: FAST, sms: FAST },
    ...over,
  })
  return { messaging, transports, registry }
}

export type Roster = { site: Site; person: { id: number; name: string; email: string }; event: number }

export async function makeRoster(
  world: World,
  over: { site?: Partial<Site>; person?: Record<string, unknown> } = {},
): Promise<Roster> {
  const site = await world.makeSite({
    timezone: 'Europe/London',
    sms_enabled: true,
    // Reminders are tested without the question in between.
    ask_answers: false,
    ...over.site,
  })
  const phone = `+4477009${String(Math.floor(Math.random() * 1e5)).padStart(5, '0')}`
  const person = await world.makePerson(site, { phone, sms_verified: true, sms_notifications: true, ...over.person })
  const event = await world.insert(site, 'events', {
    name: 'Regatta',
    start: '2027-06-01T00:00Z',
    end: '2027-06-30T00:00Z',
  })
  return { site, person, event: event.id }
}

/** A shift that was published and assigned long ago, unless `over` says otherwise. */
export async function makeShift(
  world: World,
  roster: Roster,
  start: string,
  over: Record<string, unknown> = {},
): Promise<number> {
  const end = new Date(Date.parse(start) + 3 * 3_600_000).toISOString()
  const long = '2027-01-01T00:00Z'
  const row = await world.insert(roster.site, 'shifts', {
    event: roster.event,
    person: roster.person.id,
    start,
    end,
    draft: long,
    assigned_at: long,
    ...over,
  })
  return row.id
}

/** Records that a person knows of their shift, as a delivered message would. */
export const tell = (world: World, site: Site, shift: number, person: { id: number }) =>
  world.act(site, SYSTEM, (ctx) => tellByAct(ctx, [{ shift, person: person.id, state: 'theirs' }], 'message'))

/** Creates the link of a mail that asks a person about their shift. */
export const askByMail = (world: World, site: Site, shift: number, person: { id: number }) =>
  world.act(site, SYSTEM, ({ db, clock }) =>
    createAnswerLinks(NOTICE_SECRET)(
      db,
      site,
      [{ key: '', channel: 'email', person: person.id, shifts: [shift], ends_at: '2030-01-01T00:00:00Z' }],
      { origin: '', now: clock.now() },
    ),
  )

/** Changes shifts as the collections do, with new stamps. */
export const changeShift = (
  world: World,
  site: Site,
  id: number,
  values: Record<string, unknown>,
  actor: Ctx['actor'] = SYSTEM,
) =>
  world.act(site, actor, (acting) =>
    inUnitOfWork(acting, async (ctx) => {
      const now = ctx.clock.now()
      const stamps = {
        ...('start' in values && { start_changed_at: now }),
        ...('person' in values && { assigned_at: now }),
      }
      await ctx.db
        .updateTable('shifts')
        .set({ ...values, ...stamps })
        .where('id', '=', id)
        .execute()
    }),
  )

/** Settles the changes so far, as the workers do after the undo window. */
export const settle = (world: World): Promise<unknown> =>
  settleChanges({
    pool: world.pool('worker'),
    clock: createClock(world.clock.offsetMs() + UNDO_WINDOW_MS + 1_000),
    log,
  })

/** Deliveries of a site, one line each: kind, channel, state and reason. */
export async function linesOf(world: World, site: Site): Promise<string[]> {
  await settle(world)
  const { rows } = await world.superuser.query(
    "select concat_ws(' ', kind, channel, state, reason) as line from core.deliveries where site_id = $1 order by start_local_date, id",
    [site.id],
  )
  return rows.map((r: { line: string }) => r.line)
}
