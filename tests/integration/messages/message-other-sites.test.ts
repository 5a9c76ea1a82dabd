import { expect } from 'vitest'
import type { Audience } from '#server/messages/audience/contract.ts'
import { referencesOf } from '#server/messages/audience/rules.ts'
import { audienceDraws, type Draw } from '#tests/support/audience-draws.ts'
import { test as base } from '#tests/support/messages/sending.ts'
import { seeded } from '#tests/support/random.ts'
import { type Club, makeClub } from '#tests/support/random-club.ts'

const NOW = new Date()
const NEVER = 2_147_000_000

const test = base.extend('other', async ({ world }) => {
  const club = await makeClub(world, seeded(7), NOW)
  const { id: message } = await world.insert(club.site, 'messages', { subject: 'Theirs', status: 'sent' })
  const view = { collection: 'people', name: 'Theirs', query: '', shared: true }
  return { ...club, message, view: (await world.insert(club.site, 'savedviews', view)).id }
})

type Other = Club & { message: number; view: number }

const DRAWS: Partial<Record<keyof Audience, Draw>> = {
  ...audienceDraws(NOW),
  missed: (_, club) => ({ missed: (club as Other).message }),
  view: (_, club) => ({ view: (club as Other).view }),
  filters: () => ({ filters: { search: 'Person' } }),
}

const unknown = (audience: Audience): Audience => {
  const ids = new Set(referencesOf(audience).map(({ id }) => id))
  return JSON.parse(JSON.stringify(audience), (_, value) => (ids.has(value) ? NEVER : value))
}

test('records of another club are refused like unknown ones in every part of an audience', async ({
  callApi,
  headers,
  other,
}) => {
  const random = seeded(3)
  const naming: string[] = []
  for (const [part, draw] of Object.entries(DRAWS))
    for (let turn = 0; turn < 6; turn += 1) {
      const audience = draw(random, other)
      if (!referencesOf(audience).length) continue
      naming.push(part)
      const refused = { status: 400, body: { audience: ['Not found.'] } }
      for (const one of [audience, unknown(audience)]) {
        const what = JSON.stringify(one)
        expect(await callApi('POST', '/messages/audience', headers, { kind: 'email', audience: one }), what).toEqual(
          refused,
        )
        expect(await callApi('POST', '/messages', headers, [{ subject: 'x', body: 'x', audience: one }]), what).toEqual(
          { status: 400, body: refused.body },
        )
      }
    }
  expect([...new Set(naming)].sort()).toEqual(
    [
      ...['assignments', 'competencies', 'competency', 'event', 'except', 'missed', 'people', 'profile', 'requested'],
      ...['roles', 'series', 'view'],
    ].sort(),
  )
})

test('rules without a record find no one of another club', async ({ admin, member, callApi, headers, other }) => {
  const random = seeded(5)
  const own = [admin.id, member.id]
  for (const [part, draw] of Object.entries(DRAWS))
    for (let turn = 0; turn < 6; turn += 1) {
      const audience = draw(random, other)
      if (referencesOf(audience).length) continue
      for (const kind of ['email', 'sms']) {
        const { status, body } = await callApi('POST', '/messages/audience', headers, { kind, audience })
        expect({ part, status }).toEqual({ part, status: 200 })
        expect(body.matching).toBeLessThanOrEqual(own.length)
        for (const { people } of body.excluded) for (const id of people) expect(own).toContain(id)
      }
    }
})

test('an audience with another club’s records is not sent, and its readers are not shown', async ({
  world,
  site,
  callApi,
  headers,
  draft,
  step,
  other,
}) => {
  const random = seeded(9)
  for (const part of ['people', 'event', 'missed', 'view'] as const) {
    const id = await draft({ audience: {} })
    await world.superuser.query('update core.messages set audience = $1 where site_id = $2 and id = $3', [
      JSON.stringify(DRAWS[part]?.(random, other)),
      site.id,
      id,
    ])
    expect(await step(id, 'send')).toEqual({ status: 400, body: { audience: ['Not found.'] } })
    const { status, text } = await callApi('GET', `/messages/${id}/readers`, headers).then((answer) => ({
      ...answer,
      text: JSON.stringify(answer.body),
    }))
    expect(status, part).toBe(400)
    for (const { name } of other.people) expect(text).not.toContain(name)
  }
  const { rows } = await world.superuser.query('select count(*)::int as n from core.deliveries where site_id = $1', [
    site.id,
  ])
  expect(rows[0].n).toBe(0)
})

test('another club’s template and message are unknown, and its events fill no field', async ({
  world,
  callApi,
  headers,
  draft,
  other,
}) => {
  const template = await world.insert(other.site, 'messagetemplates', { name: 'Theirs', subject: 'x', body: 'x' })
  const made = await callApi('POST', '/messages', headers, [{ subject: 'x', body: 'x', template: template.id }])
  expect(made).toMatchObject({ status: 400, body: { template: ['Not found.'] } })
  for (const path of ['', '/check', '/readers', '/preview', '/recipients', '/recipients/export.csv'])
    expect((await callApi('GET', `/messages/${other.message}${path}`, headers)).status, path).toBe(404)
  const id = await draft({ audience: { everyone: true }, body: '{{event.name|no event}}' })
  expect((await callApi('GET', `/messages/${id}/preview`, headers)).body.text).toMatch(/^no event\n/)
})
