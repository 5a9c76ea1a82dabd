import { expect } from 'vitest'
import { FIELDS } from '#server/deliveries/texts/fields.pure.ts'
import { siteOrigin } from '#server/engine/kernel/config.ts'
import { NO_TOKEN } from '#server/messages/content/preview.ts'
import { credentialsOfRoles } from '#tests/support/api.ts'
import { test as base } from '#tests/support/fixture.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'

const FORMATS = { dateFormat: 'YYYY-MM-DD', timeFormat: 'hh:mm A' }

const test = base
  .extend('headers', ({ api, site, admin }) => api.signIn(site, admin))
  .extend('race', async ({ world, site }) => {
    const where = await world.insert(site, 'locations', { name: 'Jetty <1> & "2"' })
    const { id } = await world.insert(site, 'events', {
      name: 'Race <4> & co',
      start: '2030-06-01T09:00Z',
      end: '2030-06-01T16:00Z',
      location: where.id,
    })
    const role = await world.insert(site, 'roles', { name: 'Safety helm' })
    const assignment = await world.insert(site, 'assignments', { name: 'Start "line"' })
    const onIt = async (over: Record<string, unknown>, assigned: number | null = assignment.id) => {
      const person = await world.makePerson(site, over)
      await world.insert(site, 'shifts', {
        event: id,
        person: person.id,
        role: assigned && role.id,
        assignment: assigned,
        start: '2030-06-01T09:00Z',
        end: '2030-06-01T12:00Z',
        draft: '2027-01-01T00:00Z',
      })
      return person
    }
    return { id, onIt }
  })
  .extend('draft', ({ callApi, headers }) => async (fields: Record<string, unknown>) => {
    const answer = await callApi('POST', '/messages', headers, [{ kind: 'email', ...fields }])
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body.order[0] as number
  })
  .extend('sender', ({ world, api, site }) => {
    const { messaging, transports } = messagingFor(world, {
      originOf: ({ slug }) => siteOrigin(api.context.config, slug),
    })
    const drain = async () => {
      world.clock.set(new Date(world.clock.epochMs() + 10_100))
      await messaging.drain()
      return [...transports.email.sent, ...transports.sms.sent].filter((message) => message.site === site.id)
    }
    return { drain }
  })

const EVERY_FIELD = Object.keys(FIELDS)
  .map((name) => `- ${name}: {{${name}}}`)
  .join('\n')
const BODY = `# Hello {{person.first_name|sailor}}\n\n{{button.sign_up}}\n\n${EVERY_FIELD}\n\n[{{event.name}}](https://a.example/{{person.name}})\n\n![x](/media/{{event.name}}.png)`

test('a preview matches the sent mail byte for byte, except the link to the settings, over all fields', async ({
  world,
  site,
  admin,
  callApi,
  headers,
  race,
  draft,
  sender,
}) => {
  await race.onIt({ name: 'Ann Lee', settings: FORMATS })
  await race.onIt({ name: 'Bob "B" <Ray>' }, null)
  for (const reply_to of ['site', 'sender']) {
    const id = await draft({
      subject: '{{person.first_name|You}}: {{event.name}} {{event.day}}',
      body: BODY,
      audience: { event: race.id },
      reply_to,
    })
    const { body: listed } = await callApi('GET', `/messages/${id}/readers`, headers)
    expect(listed.count).toBe(2)
    const previews = await Promise.all(
      listed.readers.map(async ({ person }: { person: number }) => {
        const { body } = await callApi('GET', `/messages/${id}/preview?person=${person}`, headers)
        return body
      }),
    )
    const before = (await sender.drain()).length
    expect((await callApi('PUT', `/messages/${id}/send`, headers, {})).status).toBe(202)
    const sent = (await sender.drain()).slice(before)
    expect(sent).toHaveLength(2)
    for (const message of sent) {
      const preview = previews.find(({ to }) => to === message.to)
      const { rows } = await world.superuser.query('select email_uid from core.people where site_id = $1 and id = $2', [
        site.id,
        preview.person.id,
      ])
      const shown = (text: string) => text.replaceAll(rows[0].email_uid, NO_TOKEN)
      expect(preview).toMatchObject({ rendered: true, person: { receives: true }, reply_to: message.reply_to })
      expect(preview.subject).toBe(message.subject)
      expect(preview.text).toBe(shown(message.text))
      expect(preview.html).toBe(shown(message.html))
      expect(preview.headers).toEqual(
        Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, shown(value)])),
      )
      expect(message.text).toContain('You get this because you have a shift at Race <4> & co.')
    }
    expect(previews[0].reply_to).toBe(reply_to === 'site' ? 'office@example.org' : admin.email)
    expect(sent.map(({ html }) => html).join()).not.toContain('{{')
  }
})

test('a call for helpers names the event it started from, to people who are not on it', async ({
  world,
  site,
  callApi,
  headers,
  race,
  draft,
  sender,
}) => {
  const helper = await world.makePerson(site, { name: 'Ida Helper' })
  const text = { subject: '{{event.name}} needs you', body: '{{button.sign_up}} {{event.open_shifts|none}}' }
  const audience = { people: [helper.id] }
  const id = await draft({ ...text, audience, origin: { kind: 'event', id: race.id } })
  const { body: check } = await callApi('GET', `/messages/${id}/check`, headers)
  expect(check.missing).toEqual([])
  const { body: preview } = await callApi('GET', `/messages/${id}/preview?person=${helper.id}`, headers)
  expect(preview.subject).toBe('Race <4> & co needs you')
  expect(preview.text).toContain(`/events/${race.id}`)
  expect((await callApi('PUT', `/messages/${id}/send`, headers, {})).status).toBe(202)
  const [mail] = await sender.drain()
  expect(mail).toMatchObject({ to: helper.email, subject: preview.subject })
  expect(mail?.text).toContain(`/events/${race.id}`)

  const elsewhere = await draft({ ...text, audience, origin: { kind: 'people' } })
  const { body: without } = await callApi('GET', `/messages/${elsewhere}/check`, headers)
  expect(without.missing).toMatchObject([{ field: 'event.name' }, { field: 'button.sign_up' }])
})

test('a text is previewed as sent, with its parts and their price', async ({
  world,
  site,
  callApi,
  headers,
  race,
  draft,
  sender,
}) => {
  const texting = { sms_enabled: true, sms_price: 0.04, currency: 'EUR', quiet_start: '00:00', quiet_end: '00:00' }
  await world.superuser.query(
    'update core.sites set (sms_enabled, sms_price, currency, quiet_start, quiet_end) = ($2, $3, $4, $5, $6) where id = $1',
    [site.id, ...Object.values(texting)],
  )
  Object.assign(site, texting)
  const reached = { phone: '+447700900123', sms_verified: true, sms_notifications: true }
  await race.onIt({ name: 'Siobhán Lee', ...reached })
  await race.onIt({ name: 'Ann Ray', ...reached, phone: '+447700900124' })
  const body = `{{person.first_name}}: {{event.name}} – {{button.event}} ${'x'.repeat(40)}`
  const id = await draft({ kind: 'sms', body, audience: { event: race.id } })
  const { body: readers } = await callApi('GET', `/messages/${id}/readers`, headers)
  expect(readers.sms).toMatchObject({ segments: 4, most: 2, price: 0.16, currency: 'EUR', encoding: 'UCS-2' })
  expect(readers.sms.wide).toEqual(['á', '–'])
  expect(readers.sms.plain).toMatchObject({ body: body.replace('–', '-'), segments: 3, price: 0.12 })
  const { body: preview } = await callApi('GET', `/messages/${id}/preview`, headers)
  expect(preview).toMatchObject({ segments: 2, price: 0.08, currency: 'EUR' })
  expect(preview).not.toHaveProperty('html')
  expect(preview).not.toHaveProperty('subject')
  await callApi('PUT', `/messages/${id}/send`, headers, {})
  const sent = (await sender.drain()).find(({ to }) => to === preview.to)
  expect(sent?.text).toBe(preview.text)
})

test('the sample readers begin with the longest name, an empty value and other formats; the rest follow by name', async ({
  callApi,
  headers,
  race,
  draft,
}) => {
  for (const name of ['Dan', 'Eve', 'Fay']) await race.onIt({ name })
  const other = await race.onIt({ name: 'Gus', settings: FORMATS })
  const longest = await race.onIt({ name: 'Maximilian Featherstonehaugh-Cholmondeley' })
  const without = await race.onIt({ name: 'Hal' }, null)
  const id = await draft({
    subject: 'x',
    body: '{{shift.assignment}} {{shift.start|soon}} {{event.name}}',
    audience: { event: race.id },
  })
  const { body } = await callApi('GET', `/messages/${id}/readers?limit=5`, headers)
  expect(body.count).toBe(6)
  expect(body.readers).toEqual([
    { person: longest.id, name: longest.name, why: 'longest_name' },
    { person: without.id, name: 'Hal', why: 'no_value' },
    { person: other.id, name: 'Gus', why: 'other_formats' },
    { person: expect.any(Number), name: 'Dan', why: null },
    { person: expect.any(Number), name: 'Eve', why: null },
  ])
  expect(body.fields).toEqual([
    {
      field: 'shift.assignment',
      label: 'Shift assignment',
      missing: 1,
      people: [{ id: without.id, name: 'Hal' }],
      has_fallback: false,
    },
    { field: 'shift.start', label: 'Shift start', missing: 0, people: [], has_fallback: true },
    { field: 'event.name', label: 'Event', missing: 0, people: [], has_fallback: false },
  ])
  const next = await callApi('GET', `/messages/${id}/readers?limit=5&offset=5`, headers)
  expect(next.body.readers.map(({ name }: { name: string }) => name)).toEqual(['Fay'])
  const first = await callApi('GET', `/messages/${id}/preview`, headers)
  expect(first.body.person.id).toBe(longest.id)
})

test('a test goes to the caller alone, is marked, and leaves the draft unchanged', async ({
  world,
  site,
  admin,
  callApi,
  headers,
  race,
  draft,
  sender,
}) => {
  await race.onIt({ name: 'Ann' })
  const id = await draft({
    subject: 'Hello {{person.name}}',
    body: 'From {{sender.name}}',
    audience: { event: race.id },
  })
  const before = (await callApi('GET', `/messages/${id}`, headers)).body.results.messages[id]
  expect(await callApi('POST', `/messages/${id}/test`, headers)).toMatchObject({
    status: 202,
    body: { to: admin.email },
  })
  const sent = await sender.drain()
  expect(sent).toMatchObject([
    {
      to: admin.email,
      kind: 'bulk.test',
      subject: `[Test] Hello ${admin.name}`,
      text: expect.stringContaining(`From ${admin.name}`),
    },
  ])
  const after = (await callApi('GET', `/messages/${id}`, headers)).body.results.messages[id]
  expect(after).toEqual({ ...before, tested_at: expect.any(String) })
  const { rows } = await world.superuser.query('select lane, facts from core.deliveries where site_id = $1', [site.id])
  expect(rows).toMatchObject([{ lane: 'duty', facts: { message: id } }])
  const empty = await draft({ subject: '', body: 'x', audience: {} })
  expect(await callApi('POST', `/messages/${empty}/test`, headers)).toMatchObject({
    status: 400,
    body: { subject: ['Required.'] },
  })
  const text = await draft({ kind: 'sms', body: 'x', audience: {} })
  expect((await callApi('POST', `/messages/${text}/test`, headers)).status).toBe(400)
})

test('without readers the preview is for the caller; an unknown person or message, also of another site, is not found', async ({
  world,
  site,
  admin,
  api,
  callApi,
  headers,
  draft,
}) => {
  const id = await draft({ subject: 'x', body: '{{event.name|an event}}', audience: {} })
  const { body } = await callApi('GET', `/messages/${id}/preview`, headers)
  expect(body).toMatchObject({ person: { id: admin.id, receives: false }, text: expect.stringMatching(/^an event\n/) })
  const other = await world.makeSite()
  const stranger = await world.makePerson(other)
  const foreign = await world.insert(other, 'messages', { subject: 'theirs', body: 'x' })
  for (const path of [
    `/messages/${id}/preview?person=${stranger.id}`,
    `/messages/${id}/preview?person=999999`,
    `/messages/${foreign.id}/preview`,
    `/messages/${foreign.id}/readers`,
  ])
    expect((await callApi('GET', path, headers)).status, path).toBe(404)
  expect((await callApi('POST', `/messages/${foreign.id}/test`, headers)).status).toBe(404)
  const { member, nobody, reader } = await credentialsOfRoles(world, api, site)
  expect((await callApi('GET', `/messages/${id}/preview`, member)).status).toBe(403)
  expect((await callApi('GET', `/messages/${id}/preview`, nobody)).status).toBe(401)
  expect((await callApi('GET', `/messages/${id}/preview?person=${admin.id}`, reader)).status).toBe(200)
  expect((await callApi('POST', `/messages/${id}/test`, reader)).status).toBe(403)
})
