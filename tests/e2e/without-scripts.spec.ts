import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { client, freshMember, login } from './api-client.ts'
import { expect, PASSWORD, siteUrl, test } from './fixtures.ts'
import { lastMessage } from './own-member.ts'
import { productDatabase } from './product-database.ts'

const NEW = 'tide-table-heron-42'
const DAY = 86_400_000
const fresh = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 7)}`

/** Each form that needs no sign-in, without scripts, and with scripts that load only after the form was sent. */
const BROWSERS = ['without scripts', 'before its scripts arrive'] as const

type Visit = { page: Page; open: (path: string, slug?: string) => Promise<void>; arrive: () => Promise<void> }

async function visitor(browser: Browser, kind: (typeof BROWSERS)[number]): Promise<Visit> {
  const page = await (await browser.newContext({ javaScriptEnabled: kind !== 'without scripts' })).newPage()
  let release = () => {}
  let scripts = Promise.resolve()
  await page.route('**/assets/*.js', async (route) => {
    await scripts
    await route.continue().catch(() => {})
  })
  const hold = () => {
    scripts = new Promise((resolve) => {
      release = resolve
    })
  }
  return {
    page,
    open: async (path, slug = 'harbour') => {
      hold()
      await page.goto(siteUrl(slug, path), { waitUntil: 'commit' })
    },
    arrive: async () => release(),
  }
}

/** Presses a button whose form leads to another page. */
const press = (page: Page, name: string | RegExp) =>
  Promise.all([page.waitForEvent('framenavigated'), page.getByRole('button', { name }).first().click()])
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

async function linkIn(request: APIRequestContext, to: string, kind: string, path: string) {
  return new RegExp(`${path}/[\\w.-]+`).exec(await lastMessage(request, to, kind))?.[0] ?? ''
}

for (const kind of BROWSERS) {
  test(`signing in, registering and choosing a password, ${kind}`, async ({ browser, request }) => {
    const { page, open, arrive } = await visitor(browser, kind)
    const email = `${fresh()}@example.org`
    await open('/hello')
    await fill(page, 'Email', email)
    await press(page, 'Continue')
    await heading(page, 'Register')
    await fill(page, 'Full Name', 'Nora Script')
    await fill(page, 'New Password', NEW)
    await fill(page, 'Repeat New Password', NEW)
    await press(page, 'Register')
    await heading(page, 'Registration Complete')

    await open(await linkIn(request, email, 'account.registered', '/profile/email/confirm'))
    await fill(page, 'The password you chose when you registered', NEW)
    await press(page, 'Confirm this email')
    await expect(page.getByRole('status').filter({ hasText: 'is confirmed.' })).toBeVisible()

    const member = await freshMember(request)
    await open('/password/reset/')
    await fill(page, 'Email', member.email)
    await press(page, 'Send reset link')
    await expect(page.getByRole('status').filter({ hasText: 'Please check your email' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/password/reset/')
    const token = (await linkIn(request, member.email, 'account.reset', '/password/reset')).split('/').at(-1)
    await open(`/forgot/reset/${token}`)
    if (kind !== 'without scripts') await arrive()
    await fill(page, 'New Password', NEW)
    await fill(page, 'Repeat New Password', NEW)
    await press(page, 'Save and sign in')
    await page.waitForURL('**/dashboard', { waitUntil: 'commit' })
    await page.context().clearCookies()
    await open(`/password/reset/${token}`)
    if (kind !== 'without scripts') await arrive()
    else {
      await fill(page, 'New Password', NEW)
      await fill(page, 'Repeat New Password', NEW)
      await press(page, 'Save and sign in')
    }
    await expect(page.getByRole('alert')).toContainText('This link')

    const bearer = client(request, 'harbour', (await login(request, 'member@harbour.test')).access)
    expect((await bearer.call('GET', '/api/auth/user')).status()).toBe(200)
    const second = await freshMember(request)
    const own = client(request, 'harbour', (await login(request, second.email)).access)
    const { secret } = await (await own.call('POST', '/api/auth/totp')).json()
    const code = (later = 0) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later })
    expect((await own.call('PUT', '/api/auth/totp', { body: { code: code() } })).status()).toBe(200)
    await open('/hello')
    await fill(page, 'Email', second.email)
    await press(page, 'Continue')
    await fill(page, 'Password', 'wrong')
    await press(page, 'Login')
    await expect(page.getByText('Email or password is incorrect.')).toBeVisible()
    await fill(page, 'Password', PASSWORD)
    await press(page, 'Login')
    await fill(page, 'Code', code(30_000))
    await press(page, 'Continue')
    await page.waitForURL('**/dashboard', { waitUntil: 'commit' })
    await page.context().close()
  })

  test(`answering by the links of messages, ${kind}`, async ({ browser, request }) => {
    const { page, open, arrive } = await visitor(browser, kind)
    const [member, helper] = [await freshMember(request), await freshMember(request)]
    const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
    const at = (hours: number) => new Date(Date.now() + 30 * DAY + hours * 3_600_000).toISOString()
    const plan = async (...starts: number[]) => {
      const event = { name: `Race ${fresh()}`, start: at(0), end: at(9) }
      const { order } = await (await admin.call('POST', '/api/events/', { body: [event] })).json()
      const shifts = starts.map((hour) => ({ event: order[0], person: member.id, start: at(hour), end: at(hour + 2) }))
      await admin.call('POST', '/api/shifts/', { body: shifts })
      expect((await admin.call('PUT', `/api/events/${order[0]}/publish`)).status()).toBe(200)
      return order[0] as number
    }
    const answers = async (event: number) => {
      const { results } = await (await admin.call('GET', `/api/shifts?event=${event}`)).json()
      return (Object.values(results.shifts) as { answer: string }[]).map(({ answer }) => answer).sort()
    }
    const one = await plan(0)
    await open(`${await linkIn(request, member.email, 'shift.assigned', '/answer')}?answer=confirmed`)
    await press(page, /^I’ll be there/)
    await expect(page.getByText('You’re on')).toBeVisible()
    expect(await answers(one)).toEqual(['confirmed'])
    await press(page, 'I can’t come after all')
    await expect(page.getByText('The shift is still yours until someone takes it.')).toBeVisible()
    expect(await answers(one)).toEqual(['seeking_cover'])
    await fill(page, 'Reason (optional)', 'Ill')
    await press(page, 'Add the reason')
    await expect(page.getByText('The shift is still yours until someone takes it.')).toBeVisible()
    await arrive()

    const { results } = await (await admin.call('GET', '/api/covers?sort=-started_at')).json()
    const search = (Object.values(results.covers) as { id: number; person: number }[]).find(
      ({ person }) => person === member.id,
    )
    await admin.call('POST', `/api/covers/${search?.id}/ask`, { body: { person: helper.id } })
    await open(await linkIn(request, helper.email, 'cover.asked', '/cover'))
    await press(page, /^Not this time/)
    await heading(page, /Thank you for answering/)
    await press(page, /^I’ll do it/)
    await heading(page, /you’re on/)

    const many = await plan(2, 4, 6)
    const mail = async () => {
      const sent = await (await admin.call('GET', `/dev/messages.json?to=${member.email}`)).json()
      return (sent as { text: string }[]).find(({ text }) => /Reply about each of them/.test(text))?.text
    }
    await expect.poll(mail).toBeTruthy()
    await open(/\/answer\/[\w.-]+/.exec((await mail()) ?? '')?.[0] ?? '')
    await press(page, /^I can’t: /)
    await expect(page.getByRole('button', { name: /^I’ll be at the other 2/ })).toBeVisible()
    await press(page, /^I’ll be at the other 2/)
    await expect.poll(() => answers(many)).toEqual(['confirmed', 'confirmed', 'seeking_cover'])

    await open(await linkIn(request, member.email, 'shift.assigned', '/profile/emails'))
    await page.getByLabel('Shift reminders').uncheck()
    await press(page, 'Save')
    // On failure this prints what the page shows instead.
    await expect(page.locator('body')).toContainText('Saved.')
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
    await expect(page.getByLabel('Shift reminders')).not.toBeChecked()
    await page.context().close()
  })

  test(`the operators’ console, ${kind}`, async ({ browser, request }) => {
    const { page, open } = await visitor(browser, kind)
    const database = await productDatabase()
    const { email, password } = await database.operator(`${fresh()}@host.test`)
    const invited = `${fresh()}@host.test`
    await database.invite(invited)
    await database.end()
    await open('/console/login', 'platform')
    await fill(page, 'Email', email)
    await fill(page, 'Password', 'wrong')
    await press(page, 'Continue')
    await expect(page.getByRole('alert')).toHaveText('Email or password is incorrect.')
    await fill(page, 'Email', email)
    await fill(page, 'Password', password)
    await press(page, 'Continue')
    await heading(page, 'Set up a second step')
    const mail = async () => {
      const sent = await (await client(request, 'platform').call('GET', '/dev/messages.json')).json()
      return JSON.stringify((sent as { to: string }[]).find(({ to }) => to === invited) ?? '')
    }
    await expect.poll(mail).toContain('/console/invitation/')
    await open(/\/console\/invitation\/[\w.-]+/.exec(await mail())?.[0] ?? '', 'platform')
    await fill(page, 'New Password', NEW)
    await fill(page, 'Repeat New Password', NEW)
    await press(page, 'Accept the invitation')
    await heading(page, 'Sign in')
    await page.context().close()
  })
}
