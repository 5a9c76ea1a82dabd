import { expect } from 'vitest'
import { action as hello } from '#app/features/accounts/routes/hello.tsx'
import { action as login } from '#app/features/accounts/routes/login.tsx'
import { action as reset } from '#app/features/accounts/routes/password.reset._index.tsx'
import { action as choose } from '#app/features/accounts/routes/password.reset.$token.tsx'
import { action as register } from '#app/features/accounts/routes/register.tsx'
import { helloCookie } from '#app/session/cookies.ts'
import { NOBODY } from '#server/engine/access/actor.ts'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import { GENERAL_LIMITS } from '#server/engine/access/limits/table.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { startPages } from '#tests/support/pages.ts'
import { log } from '#tests/support/world.ts'

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('pages', { scope: 'file' }, async ({ api }, { onCleanup }) => {
    const pages = await startPages(api)
    onCleanup(() => pages.close())
    return pages
  })
  /** Sends a form as a browser does. A thrown answer reaches the root's error page, a returned one the form. */
  .extend(
    'send',
    { scope: 'file' },
    ({ api, site }) =>
      async (action: Form, path: string, fields: Record<string, string>) => {
        const origin = new URL(api.context.config.publicOrigin)
        const host = `${site.slug}.${origin.host}`
        const request = new Request(`${origin.protocol}//${host}${path}`, {
          method: 'POST',
          headers: {
            origin: `${origin.protocol}//${host}`,
            host,
            'x-watchbill-client-ip': '198.51.100.7',
            ...cookieOf(fields),
          },
          body: new URLSearchParams(fields),
        })
        const context = { app: api.context, site, actor: { kind: 'nobody' }, nonce: '', requestId: 'test' }
        try {
          return { thrown: false, answer: await action({ request, params: {}, context } as never) }
        } catch (thrown) {
          if (!(thrown instanceof Response)) throw thrown
          return { thrown: true, answer: thrown }
        }
      },
  )

test.beforeAll(({ api, world }) => {
  api.context.limits = createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: true })
})
test.afterAll(async ({ api }) => {
  await api.context.limits.close()
})

/** The previous step has stored the email, if there was one. */
const cookieOf = ({ state, email }: Record<string, string>): Record<string, string> =>
  state && email ? { cookie: helloCookie(email).split(';')[0] ?? '' } : {}

type Form = (args: never) => Promise<Response>

const NEW = 'tide-table-heron-42'
const registrationOf = (n: number) => ({
  ...{ state: 'account-required', name: 'New Comer', password: NEW, repeat: NEW },
  email: `n${n}@example.org`,
})

test.for<[string, Form, string, number, (n: number) => Record<string, string>]>([
  ['hello', hello as Form, '/hello', 10, () => ({ email: 'hello@example.org' })],
  ['login', login as Form, '/login', 5, (n) => ({ email: 'one@example.org', password: `wrong ${n}` })],
  ['a reset', reset as Form, '/password/reset/', 3, (n) => ({ email: `r${n}@example.org` })],
  ['a new password', choose as Form, '/password/reset/none', 10, () => ({ password: NEW, repeat: NEW })],
  [
    'registration',
    register as Form,
    '/register?state=account-required',
    5,
    (n) => ({ ...registrationOf(0), password: `short${n}`, repeat: `short${n}` }),
  ],
])(
  'one attempt too many at %s replaces the form by the 429 page, which says how long to wait',
  async ([, action, path, most, fields], { send }) => {
    for (let n = 0; n < most; n++) {
      const { thrown, answer } = await send(action, path, fields(n))
      expect([n, thrown, answer.status === 429]).toEqual([n, false, false])
    }
    const { thrown, answer } = await send(action, path, fields(most))
    expect([thrown, answer.status]).toEqual([true, 429])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ detail: expect.stringMatching(/^There were too many requests\. /) })
  },
)

test('on a club evening thirty people register on one Wi-Fi, some of them at the third attempt', async ({ send }) => {
  for (let n = 100; n < 130; n++) {
    const typed = registrationOf(n)
    expect((await send(hello as Form, '/hello', { email: typed.email })).answer.status).toBe(302)
    const attempts =
      n % 3 ? [typed] : [{ ...typed, password: 'abc', repeat: 'abc' }, { ...typed, repeat: 'other' }, typed]
    const statuses: number[] = []
    for (const fields of attempts)
      statuses.push((await send(register as Form, '/register?state=account-required', fields)).answer.status)
    expect([n, ...statuses]).toEqual([n, ...attempts.slice(1).map(() => 400), 302])
  }
})

test('without a script the site’s own page says how long to wait', async ({ api, site, pages }) => {
  const { limits } = api.context
  const host = pages.hostOf(site.slug)
  const origin = pages.originOf(site.slug)
  const isSitesPage = async (asked: { path: string; body?: string }) => {
    const method = asked.body === undefined ? 'GET' : 'POST'
    const { status, headers, text } = await pages.ask({ ...asked, method, host, headers: { origin } })
    expect([asked.path, status, Number(headers['retry-after']) > 0]).toEqual([asked.path, 429, true])
    const title = /<title>(.*?)<\/title>/.exec(text)?.[1]
    expect([asked, title]).toEqual([asked, `Request Throttled | ${site.name}`])
    expect(text).toContain('There were too many requests. Please try again in ')
  }
  const ip = '127.0.0.1'
  for (let n = 0; n < 60; n++) await limits.take('answer_link', { site: site.id, ip })
  for (let n = 0; n < 30; n++) await limits.take('preference_link', { site: site.id, ip })
  await isSitesPage({ path: '/a/NoneNone' })
  await isSitesPage({ path: '/a/NoneNone', body: 'answer=confirmed' })
  await isSitesPage({ path: '/cover/none', body: 'answer=yes' })
  await isSitesPage({ path: '/profile/emails/none', body: 'settings=save' })
  for (let n = 0; n < 3; n++) await limits.take('reset_request', { site: site.id, ip, email: `${n}@example.org` })
  await isSitesPage({ path: '/password/reset/', body: 'email=a@example.org' })
  for (let n = 0; n < GENERAL_LIMITS.anonymous; n++)
    try {
      limits.request(site.id, NOBODY, ip)
    } catch {
      break
    }
  await isSitesPage({ path: '/hello' })
  await isSitesPage({ path: '/hello', body: 'email=a@example.org' })
})
