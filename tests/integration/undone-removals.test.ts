import { expect } from 'vitest'
import { confirmEmail } from '#server/accounts/emails/confirm-email.ts'
import { sendResetLink } from '#server/accounts/passwords/reset.ts'
import { DEVICE, givePassword, PASSWORD } from '#tests/support/accounts.ts'
import { bearer, test } from '#tests/support/accounts-at-clubs.ts'
import { SYSTEM } from '#tests/support/world.ts'

test('a person restored by undo has no earlier session', async ({
  world,
  parts,
  ask,
  signIn,
  personAt,
  club,
  otherClub,
  clubAdmin,
}) => {
  const person = await world.makePerson(club)
  await world.makePerson(otherClub, { email: person.email })
  await givePassword(world, parts, person.email)
  const [here, there] = [await signIn(club, person.email, PASSWORD), await signIn(otherClub, person.email, PASSWORD)]
  const gone = await ask.post(club, '/people/bulk', { ids: [person.id], remove: true }, clubAdmin)
  await ask.delete(otherClub, '/sessions', undefined, bearer(there.access))
  expect((await ask.post(club, '/people/undo', { token: JSON.parse(gone.text).undo.token }, clubAdmin)).status).toBe(
    200,
  )
  expect((await personAt(club, person.email)).id).toBe(person.id)
  const asked = await ask.get(club, '/auth/user', undefined, bearer(here.access))
  expect(asked.status).toBe(401)
})

test('a person restored by undo follows the account’s new address, and so do its links', async ({
  world,
  parts,
  mail,
  ask,
  signIn,
  personAt,
  club,
  otherClub,
  clubAdmin,
}) => {
  const person = await world.makePerson(club)
  await world.makePerson(otherClub, { email: person.email })
  await givePassword(world, parts, person.email)
  const gone = await ask.post(club, '/people/bulk', { ids: [person.id], remove: true }, clubAdmin)
  const session = bearer((await signIn(otherClub, person.email, PASSWORD)).access)
  const email = `moved-${person.email}`
  expect((await ask.put(otherClub, '/people/change_email_self', { email, password: PASSWORD }, session)).status).toBe(
    200,
  )
  const token = String(await mail.link(email, 'account.email_confirm'))
  await confirmEmail(parts, otherClub, { token, password: PASSWORD, actor: SYSTEM }, DEVICE)
  expect((await ask.post(club, '/people/undo', { token: JSON.parse(gone.text).undo.token }, clubAdmin)).status).toBe(
    200,
  )
  expect(await personAt(club, person.email)).toBeUndefined()
  await sendResetLink(parts, club, email)
  expect(await mail.link(person.email, 'account.reset')).toBeNull()
  expect(await mail.link(email, 'account.reset')).not.toBeNull()
})
