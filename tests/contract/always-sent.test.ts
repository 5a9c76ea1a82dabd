import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { createAnswerLinks } from '#server/answers/links/store.ts'
import { writeShiftMessage } from '#server/deliveries/texts/shift/write.ts'
import { createProductCollections } from '#server/registry.ts'
import { queuedNotices } from '#tests/support/accounts.ts'
import { test as base } from '#tests/support/fixture.ts'
import { messagingFor, NOTICE_SECRET } from '#tests/support/messages/messaging.ts'
import * as clubs from '#tests/support/poison/clubs.ts'
import { log, type World } from '#tests/support/world.ts'
import { handlersFor, type JobName } from '#workers/registry.ts'

/** What a site over all of its quotas still sends and keeps. */

const NOTHING = { quota_people: 0, quota_texts: 0, quota_emails: 0, quota_storage: 0 }

const test = base.extend('startsAt', { scope: 'file' }, () => clubs.NOW as Date | null)

const fill = (world: World, site: { id: number }) =>
  world.superuser.query(
    'update core.sites set quota_people = 0, quota_texts = 0, quota_emails = 0, quota_storage = 0 where id = $1',
    [site.id],
  )

const CASES: { what: string; job: JobName; work: clubs.Work; done: unknown }[] = [
  { what: 'a reminder', job: 'reminders.plan', work: clubs.reminder, done: 'sent' },
  { what: 'a planned publication', job: 'reminders.plan', work: clubs.publication, done: true },
  { what: 'the question whether someone comes', job: 'reminders.plan', work: clubs.question, done: true },
  { what: 'the second question', job: 'reminders.plan', work: clubs.nudge, done: true },
  { what: 'a question whether an event takes place', job: 'reminders.plan', work: clubs.decision, done: true },
  { what: 'a search for cover', job: 'reminders.plan', work: clubs.cover, done: true },
  { what: 'a notice of a changed shift', job: 'changes.settle', work: clubs.changed, done: 'queued' },
  { what: 'what is queued', job: 'deliveries.send', work: clubs.queued, done: 'sent' },
  { what: 'an offer from the waiting list', job: 'waiting.advance', work: clubs.waiting, done: 1 },
  { what: 'proposed swaps', job: 'swaps.advance', work: clubs.offers, done: 'proposed' },
]

describe('over every quota a site still sends', () => {
  test.for(CASES)('$what', async ({ job, work, done }, { world }) => {
    const { messaging } = messagingFor(world, {
      ...{ write: writeShiftMessage, linkAnswers: createAnswerLinks(NOTICE_SECRET) },
    })
    const parts = { pool: world.pool('worker'), clock: world.clock, log, failures: messaging.failures }
    const handlers = handlersFor({
      ...{ messaging, notifyOperators: async () => {}, renderTexts: async () => {}, closeAuditLogs: async () => {} },
      sweeping: {
        ...parts,
        quotas: { people: 0, texts: 0, emails: 0, storage: 0 },
        collections: createProductCollections(),
      },
    })
    const club = await clubs.makeClub(world)
    await fill(world, club.site)
    const read = await work(world, club)
    await handlers[job]!({})
    expect(await read()).toEqual(done)
  })

  test('a link to reset a password', async ({ world, site, member, callApi }) => {
    await fill(world, site)
    const answer = await callApi('POST', '/password_reset/request', {}, { email: member.email })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    const kinds = async () => (await queuedNotices(world, site)).map(({ kind }) => kind)
    await expect.poll(kinds).toEqual(['account.reset'])
  })

  test('answers, and who registers is kept', async ({ world, api, site, member, callApi }) => {
    Object.assign(site, NOTHING)
    await fill(world, site)
    const event = await world.insert(site, 'events', { name: 'Race', start: clubs.hours(72), end: clubs.hours(76) })
    const shift = await world.insert(site, 'shifts', {
      ...{ event: event.id, person: member.id, start: clubs.hours(72), end: clubs.hours(76), draft: clubs.hours(-72) },
    })
    const headers = await api.signIn(site, member)
    const answer = await callApi('PUT', `/shifts/${shift.id}/answer`, headers, { answer: 'declined', cover: true })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    const registered = await callApi(
      'POST',
      '/register',
      {},
      {
        ...{ name: 'Lee', email: 'lee@example.org', password: 'a long enough password' },
      },
    )
    expect(registered.status, JSON.stringify(registered.body)).toBeLessThan(300)
    const { rows } = await world.superuser.query(
      "select role from core.people where site_id = $1 and email = 'lee@example.org'",
      [site.id],
    )
    expect(rows).toEqual([{ role: 'new' }])
  })
})

/** Who asks for a quota: what may be refused. Nothing that plans or sends is among them. */
const REFUSES = [
  'server/accounts/invitations/commands.ts',
  'server/imports/commands.ts',
  'server/media/commands.ts',
  'server/messages/attachments/commands.ts',
  'server/messages/pictures/commands.ts',
  'server/messages/sending/caps.ts',
  'server/messages/sending/commands.ts',
  'server/people/access-changes.ts',
  'server/people/collection.ts',
  'server/people/people-quota.ts',
]

test('only these ask whether a quota is reached', () => {
  const asks = ['app', 'bin', 'server', 'workers'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('server/quotas/'))
      .filter((file) =>
        /\b(?:requireQuota|quotaProblem|peopleQuotaProblem|requirePeopleQuota|messagesDueIn|overQuotaText)\b/.test(
          readFileSync(file, 'utf8'),
        ),
      ),
  )
  expect(asks.sort()).toEqual(REFUSES)
})
