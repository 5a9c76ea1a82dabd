import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Site } from '#server/engine/tenancy/site.ts'
import { operatorLogin } from '#server/operators/contract.ts'
import { newSite } from '#server/platform/contract.ts'
import { operatorEmail } from '#server/platform/operators.ts'
import { PASSWORD } from '#tests/support/accounts.ts'
import { type Api, createApi } from '#tests/support/api.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const WRONG = [
  '<ann@example.org>',
  'ann@example.org>',
  '"ann"@example.org',
  'ann\u200b@example.org',
  'ann@exam\u200bple.org',
  'ann\u202e@example.org',
  'ann\u0007@example.org',
  'ann..b@example.org',
  '.ann@example.org',
  'ann@example..org',
  'ann@example.org.',
  'ann@example',
  `${'a'.repeat(250)}@example.org`,
]

let world: World
let api: Api
let site: Site
let admin: Record<string, string>
beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
  site = await world.makeSite()
  admin = await api.signIn(site, await world.makePerson(site, { role: 'admin' }))
})
afterAll(async () => {
  await api.close()
  await world.close()
})

const csv = (email: string) => {
  const form = new FormData()
  form.set('kind', 'people')
  form.set('file', new File([`name,email\nAnn,"${email.replaceAll('"', '""')}"\n`], 'people.csv', { type: 'text/csv' }))
  return form
}

/** Every call that takes an address, and where its answer speaks of it. */
const CALLS: Record<string, (email: string) => Parameters<Api['call']>[1]> = {
  'auth/login': (email) => ({ method: 'POST', path: '/auth/login', body: { email, password: PASSWORD } }),
  register: (email) => ({ method: 'POST', path: '/register', body: { email, name: 'Ann', password: PASSWORD } }),
  'register/check': (email) => ({ method: 'POST', path: '/register/check', body: { email } }),
  'password_reset/request': (email) => ({ method: 'POST', path: '/password_reset/request', body: { email } }),
  'people/change_email_self': (email) => ({
    ...{ method: 'PUT', path: '/people/change_email_self', headers: admin },
    body: { email, password: PASSWORD },
  }),
  people: (email) => ({ method: 'POST', path: '/people/', headers: admin, body: [{ name: 'Ann', email }] }),
  'the import': (email) => ({ method: 'POST', path: '/imports/preview', headers: admin, body: csv(email) }),
  'the file of a list': (email) => ({
    method: 'POST',
    path: '/people/?preview=true',
    headers: admin,
    body: csv(email),
  }),
}

/** They answer with what they found in the file. */
const PREVIEWS = ['the import', 'the file of a list']

test.each(Object.keys(CALLS))('%s says of an address that none can be written to: Invalid email.', async (call) => {
  const before = await people()
  for (const email of WRONG) {
    const { status, text } = await api.call(site, CALLS[call]!(email))
    expect(text, `${status} ${JSON.stringify(email)}`).toContain('Invalid email.')
    expect(status, JSON.stringify(email)).toBe(PREVIEWS.includes(call) ? 200 : 400)
  }
  expect(await people()).toBe(before)
})

const people = async () => {
  const { rows } = await world.superuser.query('select count(*)::int as n from core.people')
  return rows[0].n as number
}

test('so do the console, the command line and a new site, and a club’s own address', async () => {
  for (const email of WRONG) {
    const said = [
      operatorLogin.safeParse({ email, password: 'x' }),
      operatorEmail.safeParse(email),
      newSite.safeParse({ slug: 'club', name: 'Club', admin_email: email }),
      newSite.safeParse({ slug: 'club', name: 'Club', contact_email: email }),
    ].map(({ error }) => error?.issues.map(({ message }) => message))
    expect(said, JSON.stringify(email)).toEqual(Array.from({ length: 4 }, () => ['Invalid email.']))
    const contact = { method: 'PUT', path: '/organisations/current', headers: admin, body: { contact_email: email } }
    const { status, text } = await api.call(site, contact)
    expect([status, text], JSON.stringify(email)).toEqual([400, expect.stringContaining('Invalid')])
  }
})

test('an ordinary address is taken: one with a plus, of another script, with capitals', async () => {
  for (const email of ['ann+club@example.org', 'Jürgen.Ö@bücher.example', "o'neil_2@xn--bcher-kva.example"]) {
    const { status, text } = await api.call(site, CALLS.people!(email))
    expect([status, text], email).toEqual([201, expect.stringContaining(email.toLowerCase())])
  }
})
