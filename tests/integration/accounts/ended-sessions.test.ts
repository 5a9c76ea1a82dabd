import { expect } from 'vitest'
import { confirmEmail } from '#server/accounts/emails/confirm-email.ts'
import { sendResetLink } from '#server/accounts/passwords/reset.ts'
import { createPasswords } from '#server/accounts/sign-in/password.ts'
import { signInWithPassword } from '#server/accounts/sign-in/sign-in-with-password.ts'
import { signInWithEmail } from '#server/accounts/social/sign-in.ts'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { DEVICE, givePassword, PASSWORD } from '#tests/support/accounts.ts'
import { bearer, OWN, STOLEN, test } from '#tests/support/accounts-at-clubs.ts'
import { SYSTEM } from '#tests/support/world.ts'

test('a pending change of email ends with the sessions; so does a reset link for the former mailbox', async ({
  world,
  parts,
  mail,
  ask,
  signIn,
  reset,
  club,
}) => {
  const person = await world.makePerson(club)
  await givePassword(world, parts, person.email, PASSWORD)
  const session = bearer((await signIn(club, person.email, PASSWORD)).access)
  const askToMove = async (to: string, password: string, headers = session) => {
    expect((await ask.put(club, '/people/change_email_self', { email: to, password }, headers)).status).toBe(200)
    return String(await mail.link(to, 'account.email_confirm'))
  }
  const confirm = (token: string, password: string) =>
    confirmEmail(parts, club, { token, password, actor: SYSTEM }, DEVICE).then(
      ({ what }) => what,
      ({ code }: DomainError) => code,
    )
  const stolen = await askToMove('attacker-2@example.net', PASSWORD)
  expect(
    (await ask.put(club, '/people/set_password_self', { password: PASSWORD, new_password: OWN }, session)).status,
  ).toBe(200)
  for (const password of [PASSWORD, OWN]) expect(await confirm(stolen, password)).toBe('not_found')

  const beforeReset = await askToMove('attacker-3@example.net', OWN)
  expect((await reset(club, person.email, PASSWORD)).status).toBe(200)
  expect(await confirm(beforeReset, PASSWORD)).toBe('not_found')

  const second = bearer((await signIn(club, person.email, PASSWORD)).access)
  const beforeEnd = await askToMove('attacker-4@example.net', PASSWORD, second)
  await ask.delete(club, '/sessions', undefined, second)
  expect(await confirm(beforeEnd, PASSWORD)).toBe('not_found')

  await sendResetLink(parts, club, person.email)
  const oldReset = await mail.link(person.email, 'account.reset')
  const third = bearer((await signIn(club, person.email, PASSWORD)).access)
  const real = await askToMove(`moved-${person.email}`, PASSWORD, third)
  expect(await confirm(real, PASSWORD)).toBe('change')
  expect((await ask.put(club, '/password_reset/token', { token: oldReset, password: STOLEN })).status).toBe(400)
})

test('a sign-in with the former password opens nothing, even if it began before the change', async ({
  world,
  parts,
  signIn,
  club,
}) => {
  const person = await world.makePerson(club)
  await givePassword(world, parts, person.email, PASSWORD)
  const passwords = createPasswords()
  const raced = {
    ...parts,
    passwords: {
      ...passwords,
      verify: async (stored: string | null, given: string) => {
        const right = await passwords.verify(stored, given)
        await world.superuser.query(
          'select identity.end_sessions(id, 0, 0, now()) from identity.accounts where email = $1',
          [person.email],
        )
        return right
      },
    },
  }
  await expect(signInWithPassword(raced, club, { email: person.email, password: PASSWORD }, DEVICE)).rejects.toThrow(
    'incorrect',
  )
  expect((await signIn(club, person.email, PASSWORD)).status).toBe(200)
})

test('a session by a club’s provider ends the sessions of that club only', async ({
  world,
  parts,
  ask,
  signIn,
  club,
  otherClub,
}) => {
  const person = await world.makePerson(club)
  await world.makePerson(otherClub, { email: person.email })
  await givePassword(world, parts, person.email)
  const there = bearer((await signIn(otherClub, person.email, PASSWORD)).access)
  const social = await signInWithEmail(parts, club, person.email, DEVICE)
  if (social.kind !== 'in') throw new Error('The provider let no one in.')
  const here = bearer(social.session.access)
  expect((await ask.delete(club, '/sessions', undefined, here)).status).toBe(204)
  const asks = (site: Site, headers: Record<string, string>) =>
    ask.get(site, '/auth/user', undefined, headers).then(({ status }) => status)
  expect([await asks(club, here), await asks(otherClub, there)]).toEqual([401, 200])
})
