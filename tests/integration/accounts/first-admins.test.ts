import { expect } from 'vitest'
import { inviteFirstAdmins } from '#server/accounts/invitations/first-admins.ts'
import { checkResetToken, resetPassword } from '#server/accounts/passwords/reset.ts'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import { accountPartsOf, DEVICE } from '#tests/support/accounts.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { test as base } from '#tests/support/operators-console.ts'

const OWN = 'another good password'

const test = base
  .extend('parts', { scope: 'file' }, ({ world }) => accountPartsOf(world))
  .extend('found', ({ host, world, parts }) => async (slug: string) => {
    const { account_id } = await host.operator()
    const email = `lena@${slug}.test`
    await host.console.create(
      { account: account_id, ip: null },
      { slug, name: 'Lakeside Rowing', city: 'Hobart', admin_name: 'Lena Lake', admin_email: email },
    )
    const site = (await createResolveSite(world.pool('app'), world.clock)(slug))!
    expect(await inviteFirstAdmins(parts, site)).toBe(1)
    return { site, email, by: { account: account_id, ip: null } }
  })
  .extend('mailsTo', ({ world }) => async (email: string) => {
    const { messaging, transports } = messagingFor(world)
    await messaging.drain()
    await messaging.stop()
    return transports.email.sent.filter(({ to }) => to === email)
  })
  .extend(
    'shown',
    ({ host }) =>
      async (slug: string) =>
        (await host.console.site(slug)).invitation,
  )

const tokenIn = (text: string) => /\/password\/reset\/([\w-]{43})\?invited/.exec(text)?.[1] ?? ''

test('the first admin of a new club is invited for seven days with three first steps, and the console shows their progress', async ({
  found,
  mailsTo,
  shown,
  world,
  parts,
}) => {
  const { site, email } = await found('lakeside')
  expect(await shown('lakeside')).toMatchObject({ state: 'queued', opened_at: null, accepted_at: null })
  const [mail, ...more] = await mailsTo(email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Set up Lakeside Rowing on Watchbill')
  expect(mail?.text).not.toMatch(/asked for a new password|\{\w+\}/)
  expect([...(mail?.text ?? '').matchAll(/^(\d)\. \w/gm)].map(([, step]) => step)).toEqual(['1', '2', '3'])
  expect(mail?.text).toContain('You get this because you were added to Lakeside Rowing.')
  const token = tokenIn(mail?.text ?? '')
  expect(await shown('lakeside')).toMatchObject({ state: 'sent', opened_at: null, accepted_at: null })
  world.clock.set(new Date(world.clock.epochMs() + 6.9 * 86_400_000))
  expect(await checkResetToken(parts, site, token, DEVICE)).toEqual({ email })
  const opened = await shown('lakeside')
  expect(opened).toMatchObject({ opened_at: expect.any(String), accepted_at: null })
  expect(Date.parse(opened?.until ?? '')).toBeGreaterThan(world.clock.epochMs())
  await resetPassword(parts, site, { token, password: OWN }, DEVICE)
  expect(await shown('lakeside')).toMatchObject({
    opened_at: opened?.opened_at,
    accepted_at: expect.any(String),
  })
})

test('a resent invitation replaces the earlier link, up to five times a day, until the admin has signed in', async ({
  found,
  mailsTo,
  world,
  parts,
  host,
}) => {
  const { site, email, by } = await found('seaside')
  const [first] = await mailsTo(email)
  await host.console.inviteAdmins(by, 'seaside')
  expect(await inviteFirstAdmins(parts, site)).toBe(1)
  const [second] = await mailsTo(email)
  await expect(checkResetToken(parts, site, tokenIn(first?.text ?? ''), DEVICE)).rejects.toThrow()
  expect(await checkResetToken(parts, site, tokenIn(second?.text ?? ''), DEVICE)).toEqual({ email })
  for (const invited of [1, 1, 1, 0]) expect(await inviteFirstAdmins(parts, site)).toBe(invited)
  world.clock.set(new Date(world.clock.epochMs() + 86_400_001))
  expect(await inviteFirstAdmins(parts, site)).toBe(1)
  const [last] = await mailsTo(email)
  await resetPassword(parts, site, { token: tokenIn(last?.text ?? ''), password: OWN }, DEVICE)
  expect(await inviteFirstAdmins(parts, site)).toBe(0)
  await expect(host.console.inviteAdmins(by, 'seaside')).rejects.toMatchObject({ code: 'conflict' })
})
