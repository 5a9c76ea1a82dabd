import { expect } from 'vitest'
import { confirmTotp, startTotpSetup } from '#server/accounts/factors/commands.ts'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import { accountPartsOf, codeOf, givePassword, openFor, PASSWORD } from '#tests/support/accounts.ts'
import type { ApiCall } from '#tests/support/api.ts'
import { type FixturesOf, worldTest } from '#tests/support/fixture.ts'
import { kioskOf } from '#tests/support/kiosk.ts'
import { log } from '#tests/support/world.ts'

const test = worldTest
  /** Two processes of the product with limits, which answer alternately. */
  .extend('processes', { scope: 'file' }, ({ world, api, secondApi }, { onCleanup }) => {
    const processes = [api, secondApi] as const
    for (const { context } of processes)
      context.limits = createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: true })
    onCleanup(async () => {
      for (const { context } of processes) await context.limits.close()
    })
    return processes
  })
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite({ sms_enabled: true }))
  .extend('other', { scope: 'file' }, ({ world }) => world.makeSite())
  /** The credentials of the calls below. `refresh` changes with each use. */
  .extend('secrets', { scope: 'file' }, async ({ world, api, processes, site }) => {
    const parts = accountPartsOf(world)
    const person = await world.makePerson(site, { role: 'admin' })
    await givePassword(world, parts, person.email)
    const careful = await world.makePerson(site)
    await givePassword(world, parts, careful.email)
    const account = Number(careful.account_id)
    const factors = { authPool: world.pool('auth'), clock: world.clock, secret: api.context.config.SESSION_SECRET }
    await confirmTotp(factors, account, codeOf(world, await startTotpSetup(factors, account)))
    const body = { email: careful.email, password: PASSWORD }
    const first = await processes[0].call(site, { method: 'POST', path: '/auth/login', body })
    return {
      signedIn: await api.signIn(site, person),
      kiosk: (await kioskOf(world, api, site)).headers,
      ticket: JSON.parse(first.text).ticket as string,
      refresh: (await openFor(world, site, await world.makePerson(site))).refresh,
    }
  })

type Secrets = FixturesOf<typeof test>['secrets']

/** Calls as the table of limits counts them; `n` separates the keys of other windows. */
const CASES: [string, number, (n: number, secrets: Secrets) => ApiCall][] = [
  ['register/check', 120, (n) => ({ method: 'POST', path: '/register/check', body: { email: `c${n}@example.org` } })],
  [
    'register',
    60,
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
  ['an export', 6, (_n, { signedIn }) => ({ method: 'GET', path: '/locations/export.csv', headers: signedIn })],
  ['a passkey', 30, () => ({ method: 'POST', path: '/auth/passkey/options', body: {} })],
  [
    'a second step',
    5,
    (n, { ticket }) => ({ method: 'POST', path: '/auth/factor', body: { ticket, code: `wrong ${n}` } }),
  ],
  ['a refresh', 30, (_n, { refresh }) => ({ method: 'POST', path: '/auth/refresh', body: { refresh } })],
  ['a kiosk', 60, (_n, { kiosk }) => ({ method: 'GET', path: '/kiosk/data', headers: kiosk })],
  [
    'a phone code',
    2,
    (n, { signedIn }) => ({
      method: 'PUT',
      path: '/people/phone_change_self',
      headers: signedIn,
      body: { phone: `+44791112345${n}` },
    }),
  ],
  [
    'another email',
    5,
    (n, { signedIn }) => ({
      method: 'PUT',
      path: '/people/change_email_self',
      headers: signedIn,
      body: { email: `e${n}@example.org`, password: PASSWORD },
    }),
  ],
]

/** Limits by a key of one site, or over all sites, have no meaning at another site. */
const OF_ONE_SITE = /^(signing in|a second step|a refresh)$/

let network = 1
test.for(CASES)(
  '%s: one more than %i over two processes is the first 429; another club has its own count, and a later window is free',
  async ([what, most, ask], { world, processes, site, other, secrets }) => {
    const ip = `198.51.${network++}.1`
    const call = async (n: number, of = site) => {
      const { headers, ...rest } = ask(n, secrets)
      const answer = await processes[n % 2]!.call(of, { ...rest, headers: { ...headers, 'x-watchbill-client-ip': ip } })
      if (what === 'a refresh' && answer.status === 200) secrets.refresh = JSON.parse(answer.text).refresh
      return answer
    }
    for (let n = 0; n < most; n++) expect((await call(n)).status, `call ${n}`).not.toBe(429)
    const refused = await call(most)
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.text).detail).toMatch(/^There were too many requests\. Please try again in /)
    if (!ask(0, secrets).headers && !OF_ONE_SITE.test(what)) expect((await call(most + 1, other)).status).not.toBe(429)
    await world.superuser.query('update platform.rate_limits set expire = 1')
    expect((await call(most + 2)).status).not.toBe(429)
  },
)

test('a refused export costs no limit', async ({ world, api, processes, site }) => {
  const admin = await world.makePerson(site, { role: 'admin' })
  const headers = await api.signIn(site, admin)
  const ask = async (path: string) => (await processes[0].call(site, { method: 'GET', path, headers })).status
  const refused = [
    '/locations/export.csv?nonsense=1',
    '/locations/export.csv?sort=nothing',
    '/timesheets/export.csv?start=2020-01-01&end=2027-01-01',
    '/nothing/export.csv',
  ]
  for (let n = 0; n < 3; n++) for (const path of refused) expect([400, 404], `${path} ${n}`).toContain(await ask(path))
  for (let n = 0; n < 6; n++) expect(await ask(n % 2 ? '/timesheets/export.csv' : '/locations/export.csv')).toBe(200)
  expect(await ask('/locations/export.csv')).toBe(429)
})
