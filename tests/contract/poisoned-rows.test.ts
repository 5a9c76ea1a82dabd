import { rmSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { describe, expect } from 'vitest'
import { createAnswerLinks } from '#server/answers/links/store.ts'
import { recordProviderEvent } from '#server/deliveries/record-event.ts'
import { writeShiftMessage } from '#server/deliveries/texts/shift/write.ts'
import { createDiskStorage } from '#server/engine/kernel/storage/disk.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { renderPendingTexts } from '#server/markdown/render-pending-texts.ts'
import { createRenderings } from '#server/markdown/renderings.ts'
import { sendOperatorMails } from '#server/operators/mails.ts'
import { startHourlyWork } from '#server/platform/closures.ts'
import { createProductCollections } from '#server/registry.ts'
import { worldTest } from '#tests/support/fixture.ts'
import { messagingFor, NOTICE_SECRET } from '#tests/support/messages/messaging.ts'
import * as clubs from '#tests/support/poison/clubs.ts'
import * as poisons from '#tests/support/poison/poisons.ts'
import { handlersFor, type JobName, jobs as listJobs } from '#workers/registry.ts'

/**
 * For every job and every statement that spans clubs: a poisoned row of one club must not delay or stop another's work.
 * One run does the other club's work, and logs and counts the poisoned row.
 */

type Case = {
  job: JobName
  statement: string
  kind: 'zone' | 'number' | 'text' | 'JSON' | 'file' | 'unwritable'
  work: clubs.Work
  poison: poisons.Poison
  done: unknown
}

const { unwritable } = poisons

const CASES: Case[] = [
  ...(['reminders.plan'] as const).flatMap((job): Case[] => [
    { job, statement: 'plan_reminders', kind: 'zone', work: clubs.reminder, poison: poisons.zone, done: 'sent' },
    { job, statement: 'plan_reminders', kind: 'text', work: clubs.reminder, poison: poisons.quietText, done: 'sent' },
    {
      ...{ job, statement: 'plan_reminders', kind: 'unwritable', work: clubs.reminder, done: 'sent' },
      poison: unwritable('deliveries'),
    },
    {
      ...{ job, statement: 'publications_due', kind: 'unwritable', work: clubs.publication, done: true },
      poison: unwritable('shifts'),
    },
    {
      job,
      statement: 'questions_due',
      kind: 'unwritable',
      work: clubs.question,
      poison: unwritable('questions'),
      done: true,
    },
    { job, statement: 'questions_due', kind: 'zone', work: clubs.nudge, poison: poisons.zone, done: true },
    { job, statement: 'questions_due', kind: 'number', work: clubs.nudge, poison: poisons.manyDays, done: true },
    {
      job,
      statement: 'questions_due',
      kind: 'unwritable',
      work: clubs.nudge,
      poison: unwritable('questions'),
      done: true,
    },
    { job, statement: 'decisions_due', kind: 'JSON', work: clubs.decision, poison: poisons.minimums, done: true },
    {
      ...{ job, statement: 'decisions_due', kind: 'unwritable', work: clubs.decision, done: true },
      poison: unwritable('events'),
    },
    { job, statement: 'covers_to_move', kind: 'zone', work: clubs.cover, poison: poisons.zone, done: true },
    {
      ...{ job, statement: 'covers_to_move', kind: 'unwritable', work: clubs.cover, done: true },
      poison: unwritable('covers'),
    },
  ]),
  ...(['changes.settle'] as const).flatMap((job): Case[] => [
    { job, statement: 'marks_due', kind: 'zone', work: clubs.changed, poison: poisons.zone, done: 'queued' },
    {
      ...{ job, statement: 'marks_due', kind: 'unwritable', work: clubs.changed, done: 'queued' },
      poison: unwritable('deliveries'),
    },
  ]),
  ...(['deliveries.send'] as const).flatMap((job): Case[] => [
    { job, statement: 'claim_deliveries', kind: 'zone', work: clubs.queued, poison: poisons.zone, done: 'sent' },
    { job, statement: 'claim_deliveries', kind: 'JSON', work: clubs.queued, poison: poisons.facts, done: 'sent' },
    {
      ...{ job, statement: 'claim_deliveries', kind: 'number', work: clubs.queued, done: 'sent' },
      poison: poisons.manyAttempts,
    },
    {
      ...{ job, statement: 'mark_deliveries', kind: 'unwritable', work: clubs.queued, done: 'sent' },
      poison: unwritable('deliveries', `new.state = 'sent'`),
    },
  ]),
  {
    ...{ job: 'deliveries.reconcile', statement: 'doubtful_deliveries', kind: 'unwritable', work: clubs.doubtful },
    ...{ poison: unwritable('deliveries'), done: 'sent' },
  },
  {
    ...{ job: 'messages.advance', statement: 'messages_to_advance', kind: 'JSON', work: clubs.message },
    ...{ poison: poisons.audience, done: true },
  },
  {
    ...{ job: 'messages.advance', statement: 'messages_to_advance', kind: 'unwritable', work: clubs.message },
    ...{ poison: unwritable('messages'), done: true },
  },
  {
    ...{ job: 'swaps.advance', statement: 'sites_with_swaps_to_end', kind: 'unwritable', work: clubs.swap },
    ...{ poison: unwritable('swaps'), done: 'expired' },
  },
  {
    ...{ job: 'swaps.advance', statement: 'sites_with_swaps_to_search', kind: 'zone', work: clubs.offers },
    ...{ poison: poisons.zone, done: 'proposed' },
  },
  {
    ...{ job: 'waiting.advance', statement: 'waiting_lists_due', kind: 'zone', work: clubs.waiting },
    ...{ poison: poisons.zone, done: 1 },
  },
  {
    ...{ job: 'waiting.advance', statement: 'waiting_lists_due', kind: 'unwritable', work: clubs.waiting },
    ...{ poison: unwritable('waiting'), done: 1 },
  },
  {
    ...{ job: 'texts.render', statement: 'sites_to_render', kind: 'unwritable', work: clubs.news },
    ...{ poison: unwritable('news'), done: true },
  },
]

/** Statements across clubs that no row of a club can stop, with the reason. */
const SAFE: Record<string, string> = {
  active_sites: 'reads rows as they are; the case of reminders.check is below',
  site_ids: 'reads ids',
  site_by_slug: 'reads one site',
  moved_to: 'reads one site',
  slug_of_domain: 'reads one name',
  platform_notices: 'reads rows of the platform',
  oldest_due: 'reads one number',
  oldest_bulk: 'reads one number',
  planner_behind: 'reads one number',
  held_back: 'counts rows by their kind',
  fail_unclaimable: 'tries each row by itself',
  slow_down: 'writes a row of the platform',
  record_provider_event: 'writes one message, and asks again if that fails',
  record_sms_choice: 'below',
}

const test = worldTest
  .extend('startsAt', { scope: 'file' }, () => clubs.NOW as Date | null)
  .extend('opened', { scope: 'file' }, ({ world }) => poisons.openDoors(world))
  .extend('told', () => [] as { level: number; site?: number; work?: string }[])
  .extend('registry', () => new Registry())
  .extend('run', async ({ world, parsers, opened: _, told, registry }) => {
    world.clock.set(clubs.NOW)
    await world.superuser.query(`delete from platform.settings where name like 'reminders_%'`)
    await world.superuser.query(`update core.sites set status = 'suspended'`)
    await world.superuser.query('delete from core.deliveries')
    const stream = new PassThrough().on('data', (line) => told.push(JSON.parse(String(line))))
    const log = pino({ level: 'info' }, stream)
    const { messaging, transports } = messagingFor(world, {
      ...{ log, registry, write: writeShiftMessage, linkAnswers: createAnswerLinks(NOTICE_SECRET) },
      times: { settleMs: { email: 0, sms: 0 }, resendMs: 0 },
    })
    transports.sms.traceOf = () => 'none'
    const parts = { pool: world.pool('worker'), clock: world.clock, log, failures: messaging.failures }
    const renderings = createRenderings({
      ...{ withSite: createWithSite(parts.pool), parsers, log },
      failures: messaging.failures,
    })
    const toOperators = { ...parts, transport: null, origin: 'https://x.example', contact_email: '', secret: 'x' }
    const handlers = handlersFor({
      messaging,
      notifyOperators: () => sendOperatorMails(toOperators),
      renderTexts: () => renderPendingTexts(parts.pool, renderings),
      closeAuditLogs: async () => {},
      sweeping: { ...parts, collections: createProductCollections() },
    })
    return { job: (name: JobName) => handlers[name]!({}).catch((error: unknown) => log.error({ err: error }, name)) }
  })

test.afterAll(() => rmSync(poisons.STORAGE, { recursive: true, force: true }))

describe('a poisoned row of one club stops no other', () => {
  test.for(CASES)('$job, $statement: $kind', async ({ job, work, poison, done }, { world, run, told, registry }) => {
    const [sick, well] = [await clubs.makeClub(world), await clubs.makeClub(world)]
    await work(world, sick, true)
    const read = await work(world, well)
    await poison(world, sick)
    await run.job(job)
    // Texts are rendered in threads, for which the job waits a few seconds only.
    await expect.poll(read).toEqual(done)
    expect(told.filter(({ level, site }) => level >= 50 && site === sick.site.id).length).toBeGreaterThan(0)
    const counted = await registry.getSingleMetricAsString('work_failed_total').catch(() => '')
    expect(counted).toMatch(/^work_failed_total\{work="\w+"\} [1-9]/m)
  })

  test('reminders.check, active_sites: zone', async ({ world, run, told }) => {
    const [sick, well] = [await clubs.makeClub(world), await clubs.makeClub(world)]
    const differences = () =>
      told.flatMap((line) => ('differences' in line ? (line.differences as { site: string }[]) : []))
    const work = clubs.yesterday(differences)
    await work(world, sick)
    const read = await work(world, well)
    await poisons.zone(world, sick)
    await run.job('reminders.check')
    await expect.poll(read).toBe(true)
  })

  test('operators.tell: text', async ({ world, run }) => {
    await world.superuser.query('delete from platform.operator_mails')
    for (const kind of ['poisoned', 'joined'])
      await world.superuser.query(
        `insert into platform.operator_mails ("to", kind, happened_at, due_at) values ('o@x.test', $1, $2, $2)`,
        [kind, clubs.NOW],
      )
    await run.job('operators.tell')
    const { rows } = await world.superuser.query('select kind from platform.operator_mails where captured is not null')
    expect(rows).toEqual([{ kind: 'joined' }])
  })
})

const HOURLY: { title: string; work: clubs.Work; poison: poisons.Poison; done: unknown }[] = [
  { title: 'erasures', work: clubs.closure, poison: unwritable('people'), done: 'Former member, {}' },
  { title: 'last mails', work: clubs.closure, poison: unwritable('deliveries'), done: 'Former member, {}' },
  { title: 'files that are no files', work: clubs.unused, poison: poisons.folders, done: 0 },
  {
    ...{ title: 'files and pictures of which nothing can be noted', work: clubs.unused, done: 0 },
    poison: async (world, club) => {
      await world.superuser.query('update core.message_files set unused_since = null')
      for (const table of ['message_files', 'message_pictures']) await unwritable(table)(world, club)
    },
  },
]

test.for(HOURLY)('hourly: $title', async ({ work, poison, done }, { world, opened: _, told }) => {
  world.clock.set(clubs.NOW)
  await world.superuser.query("delete from platform.settings where name like 'ended:%'")
  const [sick, well] = [await clubs.makeClub(world), await clubs.makeClub(world)]
  await work(world, sick)
  const read = await work(world, well)
  await poison(world, sick)
  const stream = new PassThrough().on('data', (line) => told.push(JSON.parse(String(line))))
  const log = pino({ level: 'info' }, stream)
  const parts = { pool: world.pool('platform'), clock: world.clock, log, storage: createDiskStorage(poisons.STORAGE) }
  await startHourlyWork(parts).stop()
  world.clock.set(new Date(clubs.hours(72)))
  await startHourlyWork(parts).stop()
  expect(await read()).toEqual(done)
  expect(told.filter(({ level, site }) => level >= 50 && site === sick.site.id).length).toBeGreaterThan(0)
})

test('STOP counts at each club, even beside a poisoned row of another', async ({ world }) => {
  const [sick, well] = [await clubs.makeClub(world), await clubs.makeClub(world)]
  const phone = '+447700900199'
  await world.superuser.query('update core.people set phone = $1 where id = any ($2)', [
    phone,
    [sick.person.id, well.person.id],
  ])
  await unwritable('people')(world, sick)
  const event = { kind: 'stop', id: 'twilio:stop', phone, at: clubs.NOW } as const
  expect(await recordProviderEvent({ pool: world.pool('app') }, event)).toEqual({ outcome: 'recorded' })
  const { rows } = await world.superuser.query('select sms_blocked from core.people where phone = $1 order by id', [
    phone,
  ])
  expect(rows).toEqual([{ sms_blocked: false }, { sms_blocked: true }])
})

test('every job and every statement that spans clubs has its case', async ({ world }) => {
  const { rows } = await world.superuser.query<{ name: string }>(
    `select distinct p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'core' and p.prosecdef and has_function_privilege('watchbill_worker', p.oid, 'execute')`,
  )
  const covered = new Set([...CASES.map(({ statement }) => statement), ...Object.keys(SAFE)])
  expect(rows.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([])
  expect([...covered].filter((name) => !rows.some((row) => row.name === name))).toEqual([])
  const jobs = new Set([
    ...CASES.map(({ job }) => job),
    'reminders.watch',
    // tests/integration/audit/checkpoints.test.ts has its case.
    'audit.close',
    'rows.forget',
    'nightly.watch',
    'reminders.check',
    'operators.tell',
  ])
  expect(listJobs().filter((job) => !jobs.has(job))).toEqual([])
})
