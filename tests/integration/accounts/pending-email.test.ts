import { expect } from 'vitest'
import { confirmEmail } from '#server/accounts/emails/confirm-email.ts'
import { readPendingEmail } from '#server/accounts/emails/pending-email.ts'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import { DEVICE, givePassword, PASSWORD } from '#tests/support/accounts.ts'
import { test as base, bearer } from '#tests/support/accounts-at-clubs.ts'
import { SYSTEM } from '#tests/support/world.ts'

const PATH = '/people/change_email_self'
let counter = 0

const test = base.extend('moving', async ({ world, parts, mail, ask, signIn, club }) => {
  const person = await world.makePerson(club)
  await givePassword(world, parts, person.email, PASSWORD)
  const session = bearer((await signIn(club, person.email, PASSWORD)).access)
  const to = `new-${++counter}@example.net`
  const change = (email: string) => ask.put(club, PATH, { email, password: PASSWORD }, session)
  expect((await change(to)).status).toBe(200)
  const link = async () => String(await mail.link(to, 'account.email_confirm'))
  const pending = () =>
    world.withSite(club.id, async (db) => (await readPendingEmail(db, person.id, world.clock.now()))?.email ?? null)
  const confirm = (token: string) =>
    confirmEmail(parts, club, { token, password: PASSWORD, actor: SYSTEM }, DEVICE).then(
      ({ what }) => what,
      ({ code }: DomainError) => code,
    )
  const stored = async () =>
    (await world.superuser.query('select email from core.people where id = $1 and site_id = $2', [person.id, club.id]))
      .rows[0].email as string
  return { person, session, to, link, pending, confirm, stored, first: await link() }
})

test('a pending change shows its address, and gives it nothing before its owner confirms it', async ({ moving }) => {
  expect([await moving.pending(), await moving.stored()]).toEqual([moving.to, moving.person.email])
  expect(await moving.confirm(moving.first)).toBe('change')
  expect([await moving.pending(), await moving.stored()]).toEqual([null, moving.to])
})

test('a cancelled change ends its link; then there is nothing to cancel or resend', async ({ ask, club, moving }) => {
  expect((await ask.delete(club, PATH, undefined, moving.session)).status).toBe(204)
  expect([await moving.pending(), await moving.confirm(moving.first)]).toEqual([null, 'not_found'])
  expect((await ask.delete(club, PATH, undefined, moving.session)).status).toBe(404)
  expect((await ask.post(club, PATH, {}, moving.session)).status).toBe(404)
  expect(await moving.stored()).toBe(moving.person.email)
})

test('sending again replaces the link', async ({ ask, club, moving }) => {
  expect((await ask.post(club, PATH, {}, moving.session)).status).toBe(200)
  const again = await moving.link()
  expect(again).not.toBe(moving.first)
  expect([await moving.confirm(moving.first), await moving.confirm(again)]).toEqual(['not_found', 'change'])
})

test('no one else can resend or cancel it, and an ended session ends it for good', async ({
  world,
  parts,
  ask,
  signIn,
  club,
  moving,
}) => {
  const other = await world.makePerson(club)
  await givePassword(world, parts, other.email, PASSWORD)
  const stranger = bearer((await signIn(club, other.email, PASSWORD)).access)
  expect((await ask.delete(club, PATH, undefined, stranger)).status).toBe(404)
  expect((await ask.post(club, PATH, {}, stranger)).status).toBe(404)
  expect(await moving.pending()).toBe(moving.to)
  await ask.delete(club, '/sessions', undefined, moving.session)
  expect(await moving.pending()).toBeNull()
  const back = bearer((await signIn(club, moving.person.email, PASSWORD)).access)
  expect((await ask.post(club, PATH, {}, back)).status).toBe(404)
  expect(await moving.confirm(moving.first)).toBe('not_found')
})
