import { expect } from 'vitest'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import { acceptInvitation } from '#server/operators/invitations.ts'
import { verifyOperatorPassword } from '#server/operators/sign-in.ts'
import { inviteOperator } from '#server/platform/operators.ts'
import { createSite } from '#server/platform/sites.ts'
import { DEVICE, givePassword } from '#tests/support/accounts.ts'
import { bearer, OWN, STOLEN, test } from '#tests/support/accounts-at-clubs.ts'

test('an operator is invited by mail: a stranger’s account, its password and its sessions give no access', async ({
  world,
  parts,
  mail,
  signIn,
  club,
  preRegister,
}) => {
  const email = 'operator-to-be@example.org'
  await preRegister(email)
  await inviteOperator({ pool: world.pool('platform'), now: world.clock.now() }, email)
  const console = { ...parts, clock: world.clock }
  const atConsole = (password: string) => verifyOperatorPassword(console, { email, password }, DEVICE)
  await expect(atConsole(STOLEN)).rejects.toThrow('incorrect')
  const token = String(await mail.link(email, 'operator.invitation'))
  await expect(
    acceptInvitation(console, { token: token.replace(/.$/, token.endsWith('A') ? 'B' : 'A'), password: OWN }, DEVICE),
  ).rejects.toMatchObject({ code: 'not_found' })
  await acceptInvitation(console, { token, password: OWN }, DEVICE)
  await expect(atConsole(STOLEN)).rejects.toThrow('incorrect')
  expect((await atConsole(OWN)).factors).toEqual([])
  await expect(acceptInvitation(console, { token, password: STOLEN }, DEVICE)).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await signIn(club, email, STOLEN)).status).toBe(400)
})

test('an invited operator with an account loses its password: the invitation sets a new one and ends the sessions', async ({
  world,
  parts,
  mail,
  ask,
  signIn,
  club,
}) => {
  const person = await world.makePerson(club)
  await givePassword(world, parts, person.email, STOLEN)
  const session = bearer((await signIn(club, person.email, STOLEN)).access)
  await inviteOperator({ pool: world.pool('platform'), now: world.clock.now() }, person.email)
  const console = { ...parts, clock: world.clock }
  await acceptInvitation(
    console,
    { token: String(await mail.link(person.email, 'operator.invitation')), password: OWN },
    DEVICE,
  )
  expect((await ask.get(club, '/auth/user', undefined, session)).status).toBe(401)
  await expect(verifyOperatorPassword(console, { email: person.email, password: STOLEN }, DEVICE)).rejects.toThrow()
})

test('the first admin of a new club has no account until they answer a mail', async ({
  world,
  signIn,
  reset,
  club,
  preRegister,
}) => {
  const email = 'first-admin@example.org'
  await preRegister(email)
  const slug = `new-${club.slug}`
  await createSite({ pool: world.pool('platform'), now: world.clock.now() }, {
    slug,
    name: 'New',
    timezone: 'Europe/London',
    admin_name: 'Ada',
    admin_email: email,
  } as Parameters<typeof createSite>[1])
  const site = (await createResolveSite(world.pool('app'), world.clock)(slug))!
  expect((await signIn(site, email, STOLEN)).status).toBe(400)
  expect((await reset(site, email, OWN)).status).toBe(200)
  expect((await signIn(site, email, OWN)).status).toBe(200)
})
