import { Registry } from 'prom-client'
import { expect } from 'vitest'
import { createFailures } from '#server/engine/kernel/failures.ts'
import { createConsole } from '#server/platform/console.ts'
import { measureFiles } from '#server/platform/measure-files.ts'
import { setSiteQuotas } from '#server/platform/sites.ts'
import { measureQuotas } from '#server/quotas/metrics.ts'
import { createApi } from '#tests/support/api.ts'
import { pictureCases } from '#tests/support/pictures.ts'
import { test as base, NONE } from '#tests/support/quotas.ts'
import { watchStatements } from '#tests/support/statements.ts'
import { fingerprintOf, log } from '#tests/support/world.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

const test = base.extend(
  'upload',
  ({ api, site, headers }) =>
    async (path: string, bytes: Uint8Array, name: string, type: string) => {
      const body = new FormData()
      body.set('file', new File([new Uint8Array(bytes)], name, { type }))
      const { status, text } = await api.call(site, { method: 'POST', path, headers, body })
      return { status, body: JSON.parse(text) }
    },
)

test('a message to more people than the day’s emails allow is refused before and at sending; what left counts, once a message', async ({
  world,
  site,
  member,
  headers,
  draft,
  step,
  limit,
  uses,
  callApi,
}) => {
  const row = { person: member.id, channel: 'email', state: 'sent', due_at: '2027-06-12T08:00:00Z' }
  const { id: leader } = await world.insert(site, 'deliveries', { ...row, kind: 'reminder.day' })
  await world.insert(site, 'deliveries', { ...row, kind: 'reminder.week', grouped_with: leader })
  await world.insert(site, 'deliveries', { ...row, kind: 'account.reset', lane: 'security' })
  // Yesterday in London, a text, and what was not sent.
  await world.insert(site, 'deliveries', { ...row, kind: 'a', due_at: '2027-06-11T22:59:00Z' })
  await world.insert(site, 'deliveries', { ...row, kind: 'b', channel: 'sms' })
  for (const state of ['skipped', 'cancelled', 'failed', 'missed'])
    await world.insert(site, 'deliveries', { ...row, kind: state, state })
  expect(await uses()).toMatchObject({ emails: 2, texts: 1 })
  await limit({ quota_emails: 3, quota_texts: 1 })
  const audience = { kind: 'email', audience: { everyone: true } }
  expect((await callApi('POST', '/messages/audience', headers, audience)).body).toMatchObject({
    ...{ receiving: 2, left: 1, cap: 'quota', most: 3 },
  })
  const id = await draft()
  const words =
    'This message goes to 2 people. This site can send 3 emails a day, reminders and notices included, and 1 is left.'
  const before = await fingerprintOf(world, site)
  expect(await step(id, 'send')).toMatchObject({ status: 400, body: { non_field_errors: [words] } })
  expect(await fingerprintOf(world, site)).toEqual(before)
  await limit({ quota_emails: 4 })
  expect((await step(id, 'send')).status).toBe(202)
  expect(await uses()).toMatchObject({ emails: 4 })
  const invited = await world.makePerson(site)
  expect(await callApi('POST', '/people/invite', headers, { people: [invited.id] })).toMatchObject({
    status: 400,
    body: { people: ['This site can send 4 emails a day, reminders and notices included, and none are left.'] },
  })
  await world.superuser.query("update core.deliveries set state = 'failed' where site_id = $1 and kind = $2", [
    ...[site.id, `bulk:${id}`],
  ])
  await limit({ quota_emails: 3 })
  expect(await step(id, 'retry')).toMatchObject({ status: 400, body: { non_field_errors: [expect.any(String)] } })
  await limit({ quota_emails: null })
  expect((await step(id, 'retry')).status).toBe(202)
})

test('a scheduled message that goes beyond the quota of its day is refused, or a draft again with the reason', async ({
  world,
  site,
  draft,
  step,
  limit,
  worker,
}) => {
  const at = '2027-06-14T10:00:00Z'
  await limit({ quota_emails: 2 })
  const id = await draft({ scheduled_for: at })
  expect((await step(id, 'send')).status).toBe(202)
  const second = await draft({ scheduled_for: '2027-06-14T12:00:00Z' })
  expect(await step(second, 'send')).toMatchObject({
    ...{ status: 400, body: { non_field_errors: [expect.stringContaining('none are left on that day')] } },
  })
  await limit({ quota_emails: 1 })
  world.clock.set(new Date('2027-06-14T10:00:01Z'))
  await worker.advance()
  const { rows } = await world.superuser.query(
    'select status, problem from core.messages where site_id = $1 and id = $2',
    [...[site.id, id]],
  )
  expect(rows).toEqual([{ status: 'draft', problem: expect.stringContaining('This site can send 1 email a day') }])
})

test('uploads count their bytes and are refused beyond the quota; a smaller picture may replace a larger one', async ({
  world,
  site,
  admin,
  headers,
  draft,
  limit,
  uses,
  upload,
  callApi,
}) => {
  const picture = (await pictureCases()).find(({ taken, mime }) => taken && mime === 'image/png')
  const photo = () => upload(`/people/${admin.id}/upload_image`, picture!.bytes, 'me.png', picture!.mime)
  expect((await photo()).status).toBe(200)
  const { storage: size } = await uses()
  expect(size).toBeGreaterThan(0)
  await limit({ quota_storage: size! + PDF.byteLength - 1 })
  const message = await draft()
  const words = expect.stringMatching(/^This site can store \d+ MB of pictures and files, and this one has no room\./)
  const before = await fingerprintOf(world, site)
  const attach = () => upload(`/messages/${message}/attachments`, PDF, 'plan.pdf', 'application/pdf')
  const refused = { status: 400, body: { file: [words] } }
  expect(await attach()).toMatchObject(refused)
  for (const path of ['/messages/pictures', '/organisations/current/logo'])
    expect(await upload(path, picture!.bytes, 'a.png', picture!.mime)).toMatchObject(refused)
  expect(await fingerprintOf(world, site)).toEqual(before)
  expect((await photo()).status).toBe(200)
  expect(await uses()).toMatchObject({ storage: size })
  await limit({ quota_storage: size! + PDF.byteLength })
  expect((await attach()).status).toBe(200)
  expect(await uses()).toMatchObject({ storage: size! + PDF.byteLength })
  expect((await callApi('DELETE', `/people/${admin.id}/remove_image`, headers)).status).toBeLessThan(300)
  expect(await uses()).toMatchObject({ storage: PDF.byteLength })
})

test('files from before their size was kept are measured, once each; a missing one has none', async ({
  world,
  site,
  admin,
  uses,
}) => {
  const key = (letter: string) => `s/${site.id}/${letter.repeat(32)}.png`
  const sizes = new Map([
    ...([[key('a'), 10]] as const),
    [key('b'), 200],
    [key('c'), 3_000],
    [`f/${site.id}/${'d'.repeat(32)}`, 40_000],
  ])
  await world.superuser.query('update core.people set avatar = $1 where id = $2', [key('a'), admin.id])
  await world.superuser.query('update core.sites set logo = media_root || $1 where id = $2', [key('b'), site.id])
  await world.insert(site, 'message_pictures', { key: key('c') })
  await world.insert(site, 'message_files', { key: 'd'.repeat(32) })
  await world.insert(site, 'message_files', { key: 'e'.repeat(32) })
  const asked: string[] = []
  const storage = {
    size: async (name: string) => {
      asked.push(name)
      return sizes.get(name) ?? null
    },
  }
  const measure = () =>
    measureFiles({ pool: world.pool('platform'), storage, failures: createFailures({ clock: world.clock, log }) })
  await measure()
  expect(await uses()).toMatchObject({ storage: 43_210 })
  asked.length = 0
  expect([await measure(), asked]).toEqual([0, []])
})

test('the defaults of the environment hold for sites without a quota of their own', async ({
  world,
  site,
  admin,
  member: _,
}) => {
  const api = await createApi(world, { QUOTA_PEOPLE: '2' })
  try {
    const headers = await api.signIn(site, admin)
    const add = () =>
      api.call(site, {
        method: 'POST',
        path: '/people',
        headers,
        body: [{ name: 'K', email: 'k@example.org', role: 'user' }],
      })
    expect((await add()).status).toBe(400)
    await setSiteQuotas({ pool: world.pool('platform'), now: world.clock.now() }, site.slug, { quota_people: 3 })
    const own = { ...site, quota_people: 3 }
    const answer = await api.call(own, {
      ...{ method: 'POST', path: '/people', headers, body: [{ name: 'K', email: 'k@example.org', role: 'user' }] },
    })
    expect(answer.status).toBe(201)
  } finally {
    await api.close()
  }
})

test('the console lists sites near a quota, reads all of them in one statement, and the figures count those at it', async ({
  world,
  site,
  member: _,
  admin: _admin,
  limit,
}) => {
  const other = await world.makeSite({ quota_people: 1 })
  await world.makePerson(other, { role: 'admin' })
  await world.superuser.query('update core.people set last_login = now() where site_id = any ($1)', [
    [site.id, other.id],
  ])
  await limit({ quota_people: 2 })
  const defaults = { ...NONE, emails: 10 }
  const host = createConsole(world.pool('platform'), world.clock, () => {}, {
    quotas: defaults,
    domains: { baseDomain: 'localhost', dnsServers: [] },
    senders: { domains: null, platformDomains: [] },
  })
  const troubles = async () => {
    const { troubled } = await host.overview()
    return new Map(troubled.map(({ slug, trouble }) => [slug, trouble]))
  }
  expect((await troubles()).get(site.slug)).toEqual({ kind: 'quota', quota: 'people', used: 2, limit: 2 })
  const sent: string[] = []
  watchStatements((text) => void sent.push(text))
  expect((await troubles()).get(other.slug)).toEqual({ kind: 'quota', quota: 'people', used: 1, limit: 1 })
  expect(sent.filter((text) => text.includes('quota_people'))).toHaveLength(1)
  await world.superuser.query('update core.sites set quota_people = null, quota_texts = 0 where id = $1', [other.id])
  expect((await troubles()).has(other.slug), 'a club without texts').toBe(false)
  const { quotas, trouble } = await host.site(site.slug)
  expect(trouble).toEqual({ kind: 'quota', quota: 'people', used: 2, limit: 2 })
  expect(quotas).toEqual([
    { quota: 'people', used: 2, limit: 2 },
    { quota: 'texts', used: 0, limit: null },
    { quota: 'emails', used: 0, limit: 10 },
    { quota: 'storage', used: 0, limit: null },
  ])
  const registry = new Registry()
  measureQuotas(registry, { pool: world.pool('platform'), clock: world.clock, defaults })
  expect(await registry.getSingleMetricAsString('sites_at_quota')).toMatch(/quota="people"\} [1-9]/)
  await limit({ quota_people: 3 })
  expect((await troubles()).has(site.slug)).toBe(false)
  expect((await host.site(site.slug)).trouble).toBeNull()
})
