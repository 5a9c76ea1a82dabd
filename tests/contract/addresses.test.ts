import { expect } from 'vitest'
import { operatorSignInInput } from '#server/operators/contract.ts'
import { newSite } from '#server/platform/contract.ts'
import { operatorEmail } from '#server/platform/operators.ts'
import { PASSWORD } from '#tests/support/accounts.ts'
import type { Api } from '#tests/support/api.ts'
import { worldTest as base, type FixturesOf } from '#tests/support/fixture.ts'

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

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend(
    'admin',
    { scope: 'file' },
    async ({ api, site, world }) => await api.signIn(site, await world.makePerson(site, { role: 'admin' })),
  )
  .extend('people', { scope: 'file' }, ({ world }) => async () => {
    const { rows } = await world.superuser.query('select count(*)::int as n from core.people')
    return rows[0].n as number
  })

type On = Pick<FixturesOf<typeof test>, 'admin'>

const csv = (email: string) => {
  const form = new FormData()
  form.set('kind', 'people')
  form.set('file', new File([`name,email\nAnn,"${email.replaceAll('"', '""')}"\n`], 'people.csv', { type: 'text/csv' }))
  return form
}

/** Every call that takes an address, and where its answer refuses it. */
const CALLS: Record<string, (on: On, email: string) => Parameters<Api['call']>[1]> = {
  'auth/login': (_on, email) => ({ method: 'POST', path: '/auth/login', body: { email, password: PASSWORD } }),
  register: (_on, email) => ({ method: 'POST', path: '/register', body: { email, name: 'Ann', password: PASSWORD } }),
  'register/check': (_on, email) => ({ method: 'POST', path: '/register/check', body: { email } }),
  'password_reset/request': (_on, email) => ({ method: 'POST', path: '/password_reset/request', body: { email } }),
  'people/change_email_self': ({ admin }, email) => ({
    ...{ method: 'PUT', path: '/people/change_email_self', headers: admin },
    body: { email, password: PASSWORD },
  }),
  people: ({ admin }, email) => ({ method: 'POST', path: '/people/', headers: admin, body: [{ name: 'Ann', email }] }),
  'the import': ({ admin }, email) => ({ method: 'POST', path: '/imports/preview', headers: admin, body: csv(email) }),
  'the file of a list': ({ admin }, email) => ({
    method: 'POST',
    path: '/people/?preview=true',
    headers: admin,
    body: csv(email),
  }),
}

/** They report the problems of a file in their answer. */
const PREVIEWS = ['the import', 'the file of a list']

test.for(Object.keys(CALLS))(
  '%s refuses an address that cannot receive mail: Invalid email.',
  async (call, { people, api, site, admin }) => {
    const before = await people()
    for (const email of WRONG) {
      const { status, text } = await api.call(site, CALLS[call]!({ admin }, email))
      expect(text, `${status} ${JSON.stringify(email)}`).toContain('Invalid email.')
      expect(status, JSON.stringify(email)).toBe(PREVIEWS.includes(call) ? 200 : 400)
    }
    expect(await people()).toBe(before)
  },
)

test('the console, the command line, a new site and a club’s own address refuse it too', async ({
  admin,
  api,
  site,
}) => {
  for (const email of WRONG) {
    const said = [
      operatorSignInInput.safeParse({ email, password: 'x' }),
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

test('an ordinary address is accepted: with a plus, in another script, in capitals', async ({ api, site, admin }) => {
  for (const email of ['ann+club@example.org', 'Jürgen.Ö@bücher.example', "o'neil_2@xn--bcher-kva.example"]) {
    const { status, text } = await api.call(site, CALLS.people!({ admin }, email))
    expect([status, text], email).toEqual([201, expect.stringContaining(email.toLowerCase())])
  }
})
