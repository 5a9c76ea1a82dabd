import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLimits } from '#server/access/limits/limits.ts'
import type { Site } from '#server/tenancy/site.ts'
import { accountPartsOf, givePassword, PASSWORD } from '#tests/support/accounts.ts'
import { type Api, type ApiCall, createApi } from '#tests/support/api.ts'
import { createWorld, log, type World } from '#tests/support/world.ts'

let world: World
let api: Api
let site: Site
let other: Site
let email: string
let signedIn: Record<string, string>
beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
  api.context.limits = createLimits({ pool: world.pool('auth'), clock: world.clock, log, on: true })
  ;[site, other] = [await world.makeSite(), await world.makeSite()]
  const person = await world.makePerson(site, { role: 'admin' })
  email = person.email
  await givePassword(world, accountPartsOf(world), email)
  const { rows } = await world.superuser.query('select account_id::int as id from people where id = $1', [person.id])
  signedIn = await api.signIn(site, { id: person.id, account_id: rows[0].id })
})
afterAll(async () => {
  await api.context.limits.close()
  await api.close()
  await world.close()
})

/** Calls as the table of limits counts them; `n` keeps apart what another window would count. */
const CASES: [string, number, (n: number) => ApiCall][] = [
  ['register/check', 20, (n) => ({ method: 'POST', path: '/register/check', body: { email: `c${n}@example.org` } })],
  [
    'register',
    5,
    (n) => ({ method: 'POST', path: '/register', body: { email: `r${n}@example.org`, name: 'R', password: PASSWORD } }),
  ],
  [
    'a reset link',
    3,
    (n) => ({ method: 'PUT', path: '/password_reset/request', body: { email: `l${n}@example.org` } }),
  ],
  ['a reset token', 10, (n) => ({ method: 'PUT', path: '/password_reset/check', body: { token: `t${n}` } })],
  [
    'signing in',
    5,
    (n) => ({ method: 'POST', path: '/auth/login', body: { email: 'one@example.org', password: `${n}` } }),
  ],
  ['email settings', 30, (n) => ({ method: 'GET', path: `/emailsettings/unknown-${n}` })],
  ['an export', 6, () => ({ method: 'GET', path: '/locations/export.csv', headers: signedIn })],
  [
    'another email',
    5,
    (n) => ({
      method: 'PUT',
      path: '/people/change_email_self',
      headers: signedIn,
      body: { email: `e${n}@example.org`, password: PASSWORD },
    }),
  ],
]

let network = 1
test.each(CASES)(
  '%s: one more than %i is the first 429, and another club’s count is its own',
  async (_what, most, ask) => {
    const ip = `198.51.${network++}.1`
    const call = (n: number, of = site) => {
      const { headers, ...rest } = ask(n)
      return api.call(of, { ...rest, headers: { ...headers, 'x-watchbill-client-ip': ip } })
    }
    for (let n = 0; n < most; n++) expect((await call(n)).status, `call ${n}`).not.toBe(429)
    const refused = await call(most)
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.text).detail).toMatch(/^There were too many requests\. Please try again in /)
    if (!ask(0).headers && !ask(0).path.includes('login')) expect((await call(most + 1, other)).status).not.toBe(429)
  },
)
