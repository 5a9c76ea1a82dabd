import { expect } from 'vitest'
import { confirmEmail } from '#server/accounts/emails/confirm-email.ts'
import { requestEmailChange } from '#server/accounts/emails/own-email.ts'
import { recordFactorChange } from '#server/accounts/factors/record-change.ts'
import { changeOwnPassword } from '#server/accounts/passwords/own-password.ts'
import { sendResetLink } from '#server/accounts/passwords/reset.ts'
import { refreshSession } from '#server/accounts/sessions/refresh.ts'
import { register } from '#server/accounts/sign-in/register.ts'
import { derivedToken } from '#server/engine/kernel/derive.ts'
import { scheduleOwnClosure } from '#server/people/self/closure.ts'
import { createProductCollections } from '#server/registry.ts'
import {
  accountPartsOf,
  DEVICE,
  givePassword,
  openFor,
  ownAccountOf,
  PASSWORD,
  queuedNotices,
} from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { messagingFor, NOTICE_SECRET } from '#tests/support/messages/messaging.ts'
import { adminActor, SYSTEM } from '#tests/support/world.ts'

const CLUB = 'Ålesund & Söner <Seilforening>'
const CLUB_IN_HTML = 'Ålesund &amp; Söner &lt;Seilforening&gt;'
const NEW = 'thordis.kjartansdottir@example.org'

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-01-15T01:00:00Z'))
  /** Every mail about accounts, triggered by its real cause, at noon on a winter's day in Sydney. */
  .extend('scene', { scope: 'file' }, async ({ world }) => {
    const parts = accountPartsOf(world)
    const engine = createProductCollections()
    const site = await world.makeSite({ name: CLUB, timezone: 'Australia/Sydney', logo: '/media/s/1/logo.webp' })
    const admin = await world.makePerson(site, { role: 'admin', name: 'Ada Admin' })
    const newcomer = { email: NEW, name: 'Þórdís Kjartansdóttir', phone: undefined, password: PASSWORD }
    await register(parts, site, newcomer, DEVICE)
    const found = await world.superuser.query('select id::int from core.people where email = $1', [NEW])
    await world.act(site, adminActor(admin), (ctx) =>
      engine.update(ctx, 'people', [{ id: found.rows[0].id, is_active: true }]),
    )
    const person = await world.makePerson(site, { name: 'Ann Ødegård', settings: { timeFormat: 'HH:mm' } })
    await givePassword(world, parts, person.email)
    await sendResetLink(parts, site, person.email)
    const own = await ownAccountOf(world, site, person)
    await changeOwnPassword(parts, own, { password: PASSWORD, new_password: 'another good password' }, DEVICE)
    await world.act(site, own.session.actor, (ctx) => recordFactorChange(ctx, 'passkey.add'))
    await world.act(site, own.session.actor, scheduleOwnClosure)
    const reused = await openFor(world, site, person)
    const refresh = (token: string) =>
      world.act(site, { kind: 'nobody' }, (ctx) => refreshSession(ctx, NOTICE_SECRET, token))
    const second = await refresh(reused.refresh)
    if ('refresh' in second) await refresh(second.refresh)
    await refresh(reused.refresh)
    const change = { email: 'ann.new@example.org', password: 'another good password' }
    await requestEmailChange(parts, own, change, DEVICE)
    const { facts } = (await queuedNotices(world, site)).find(({ kind }) => kind === 'account.email_confirm')!
    const link = derivedToken(NOTICE_SECRET, facts.derive!.purpose, facts.derive!.id)
    const { messaging, transports } = messagingFor(world)
    await messaging.drain()
    await confirmEmail(parts, site, { token: link, password: 'another good password', actor: SYSTEM }, DEVICE)
    await messaging.drain()
    await messaging.stop()
    const mails = transports.email.sent
    return { site, mails }
  })
  .extend('site', { scope: 'file' }, ({ scene }) => scene.site)
  .extend('mails', { scope: 'file' }, ({ scene }) => scene.mails)

const AT = /Fri 15 Jan 2027 (12:00 pm|12:00) \((AEDT|GMT\+11)\)/

/** Kind and subject, where its one button leads, and the time that it mentions, if any. */
const EXPECTED: [kind: string, subject: string, action: RegExp | null, tells: RegExp | null][] = [
  ['account.registered', 'Confirm your email', /^\/profile\/email\/confirm\/[\w-]{43}$/, /until Sat 16 Jan 2027/],
  ['account.registration', 'New registration: Þórdís Kjartansdóttir', /^\/people\/\d+\/info$/, AT],
  ['account.approved', `Welcome to ${CLUB}`, /^\/dashboard$/, null],
  ['account.reset', 'Choose a new password', /^\/password\/reset\/[\w-]{43}$/, /until Fri 15 Jan 2027 13:00 \(/],
  ['account.password_changed', 'Your password was changed', /^\/password\/reset\/$/, AT],
  ['account.factor', 'New sign-in method', /^\/profile\/security$/, AT],
  ['account.closing', 'Your account will be deleted in 30 days', /^\/dashboard$/, /on Sun 14 Feb 2027 12:00 \(/],
  ['account.session_ended', 'One of your sessions was ended', /^\/password\/reset\/$/, AT],
  [
    'account.email_confirm',
    'Confirm your new email',
    /^\/profile\/email\/confirm\/[\w-]{43}$/,
    /until Sat 16 Jan 2027/,
  ],
  ['account.email_change_requested', 'Someone asked to change your email', /^\/profile\/info$/, AT],
  ['account.email_changed', 'Your email was changed', null, AT],
  ['account.email_changed', 'This is now your email', /^\/profile\/security$/, AT],
]

test('these mails are sent about accounts, each to its person', ({ mails }) => {
  const sent = mails.map(({ kind, subject }) => [kind, subject])
  expect(sent).toHaveLength(EXPECTED.length)
  expect(sent).toEqual(expect.arrayContaining(EXPECTED.map(([kind, subject]) => [kind, subject])))
  const to = (subject: string) => mails.find((mail) => mail.subject === subject)?.to
  expect(to('Confirm your email')).toBe(NEW)
  expect(to('Confirm your new email')).toBe('ann.new@example.org')
  expect(to('This is now your email')).toBe('ann.new@example.org')
  expect(to('Your email was changed')).toBe(to('Your password was changed'))
})

test.for(EXPECTED)(
  '%s, %s: the club’s own name, logo and links, one action, nothing to turn off',
  (expected, { mails, site }) => {
    const [kind, subject, action, tells] = expected
    const mail = mails.find((one) => one.kind === kind && one.subject === subject)!
    const origin = `https://${site.slug}.example`
    expect(mail.html).toContain(CLUB_IN_HTML)
    expect(mail.html).not.toContain('<Seilforening>')
    expect(mail.html).toContain(`src="${origin}/media/s/1/logo.webp"`)
    expect(mail.text).toContain(CLUB)
    const linked = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, to = '']) => to)
    expect(linked).toHaveLength(action ? 1 : 0)
    for (const to of [...linked, ...(mail.text.match(/https?:\S+/g) ?? [])]) {
      expect(to.startsWith(`${origin}/`)).toBe(true)
      expect(to.slice(origin.length)).toMatch(action ?? /never/)
    }
    if (tells) for (const part of [mail.text, mail.html]) expect(part).toMatch(tells)
    expect(mail.headers).toEqual({})
    expect(mail.text + mail.html).not.toMatch(/unsubscribe|profile\/emails|\{\w+\}|undefined|null/i)
  },
)
