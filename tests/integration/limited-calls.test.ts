import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmTotp, startTotpSetup } from '#server/accounts/factors/commands.ts'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { accountPartsOf, givePassword, PASSWORD } from '#tests/support/accounts.ts'
import { type Api, type ApiCall, createApi } from '#tests/support/api.ts'
import { kioskOf } from '#tests/support/kiosk.ts'
import { codeOf } from '#tests/support/second-factor.ts'
import { openFor } from '#tests/support/sign-in.ts'
import { createWorld, log, type World } from '#tests/support/world.ts'

let world: World
/** Two processes of the product, which answer in turns. */
let apis: [Api, Api]
let site: Site
let other: Site
let signedIn: Record<string, string>
let kiosk: Record<string, string>
let ticket: string
let refresh: string
beforeAll(async () => {
  world = await createWorld()
  apis = [await createApi(world), await createApi(world)]
  for (const { context } of apis)
    context.limits = createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: true })
  ;[site, other] = [await world.makeSite({ sms_enabled: true }), await world.makeSite()]
  const person = await world.makePerson(site, { role: 'admin' })
  await givePassword(world, accountPartsOf(world), person.email)
  const { rows } = await world.superuser.query('select account_id::int as id from people where id = $1', [person.id])
  signedIn = await apis[0].signIn(site, { id: person.id, account_id: rows[0].id })
  kiosk = (await kioskOf(world, apis[0], site)).headers
  refresh = (await openFor(world, site, await world.makePerson(site))).refresh
  const careful = await world.makePerson(site)
  await givePassword(world, accountPartsOf(world), careful.email)
  const found = await world.superuser.query('select account_id::int as id from people where id = $1', [careful.id])
  const account = found.rows[0].id as number
  const secret = apis[0].context.config.SESSION_SECRET
  const factors = { authPool: world.pool('auth'), clock: world.clock, secret }
  await confirmTotp(factors, account, codeOf(world, await startTotpSetup(factors, account)))
  const first = await apis[0].call(site, {
    method: 'POST',
    path: '/auth/login',
    body: { email: careful.email, password: PASSWORD },
  })
  ticket = JSON.parse(first.text).ticket
})
afterAll(async () => {
  for (const api of apis) {
    await api.context.limits.close()
    await api.close()
  }
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
  ['a passkey', 30, () => ({ method: 'POST', path: '/auth/passkey/options', body: {} })],
  ['a second step', 5, (n) => ({ method: 'POST', path: '/auth/factor', body: { ticket, code: `wrong ${n}` } })],
  ['a refresh', 30, () => ({ method: 'POST', path: '/auth/refresh', body: { refresh } })],
  ['a kiosk', 60, () => ({ method: 'GET', path: '/kiosk/data', headers: kiosk })],
  [
    'a phone code',
    2,
    (n) => ({
      method: 'PUT',
      path: '/people/phone_change_self',
      headers: signedIn,
      body: { phone: `+44791112345${n}` },
    }),
  ],
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

/** What is counted by something that belongs to one site, or over all of them, means nothing at another one. */
const OF_ONE_SITE = /^(signing in|a second step|a refresh)$/

let network = 1
test.each(CASES)(
  '%s: one more than %i over two processes is the first 429; another club’s count is its own, and a later window is free',
  async (what, most, ask) => {
    const ip = `198.51.${network++}.1`
    const call = async (n: number, of = site) => {
      const { headers, ...rest } = ask(n)
      const answer = await apis[n % 2]!.call(of, { ...rest, headers: { ...headers, 'x-watchbill-client-ip': ip } })
      if (what === 'a refresh' && answer.status === 200) refresh = JSON.parse(answer.text).refresh
      return answer
    }
    for (let n = 0; n < most; n++) expect((await call(n)).status, `call ${n}`).not.toBe(429)
    const refused = await call(most)
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.text).detail).toMatch(/^There were too many requests\. Please try again in /)
    if (!ask(0).headers && !OF_ONE_SITE.test(what)) expect((await call(most + 1, other)).status).not.toBe(429)
    await world.superuser.query('update platform.rate_limits set expire = 1')
    expect((await call(most + 2)).status).not.toBe(429)
  },
)
