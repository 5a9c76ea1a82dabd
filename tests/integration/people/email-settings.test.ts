import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Site } from '#server/engine/tenancy/site.ts'
import {
  changeCoverRequests,
  changeEmailSettings,
  emailUidOf,
  getCoverRequests,
  getEmailSettings,
  renewEmailUid,
} from '#server/people/email-settings/commands.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { memberActor, SYSTEM } from '#tests/support/world.ts'

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend(
    'uidOf',
    { scope: 'file' },
    ({ world }) =>
      (of: Site, id: number) =>
        world.withSite(of.id, (db) => emailUidOf(db, id)),
  )
  .extend(
    'read',
    { scope: 'file' },
    ({ world }) =>
      (of: Site, uid: string) =>
        world.withSite(of.id, (db) => getEmailSettings(db, uid)),
  )

const unknown = { code: 'not_found' }

test('a preference link shows three switches and nothing else, of one person at one site', async ({
  world,
  site,
  uidOf,
  read,
}) => {
  const elsewhere = await world.makeSite()
  const person = await world.makePerson(site)
  const there = await world.makePerson(elsewhere, { email: person.email })
  const uid = await uidOf(site, person.id)
  expect(uid).not.toBe(await uidOf(elsewhere, there.id))
  expect(uid.length).toBeGreaterThanOrEqual(40)
  expect(await read(site, uid)).toEqual({ email_notifications: true, email_reminders: true, email_newsletters: true })
  await expect(read(elsewhere, uid)).rejects.toMatchObject(unknown)
  await world.act(site, SYSTEM, (ctx) => changeEmailSettings(ctx, uid, { email_reminders: false }))
  expect(await read(site, uid)).toMatchObject({ email_notifications: true, email_reminders: false })
  expect(world.woken).toContain('reminders.plan')
})

test('the link of a request to cover stops such requests without a sign-in, and allows them again', async ({
  world,
  site,
  uidOf,
  read,
}) => {
  const person = await world.makePerson(site)
  const uid = await uidOf(site, person.id)
  const asked = () => world.withSite(site.id, (db) => getCoverRequests(db, uid))
  const before = await read(site, uid)
  expect(await asked()).toBe(true)
  for (const wanted of [false, true]) {
    await world.act(site, SYSTEM, (ctx) => changeCoverRequests(ctx, uid, wanted))
    expect(await asked()).toBe(wanted)
  }
  expect(await read(site, uid)).toEqual(before)
  const guessed = randomBytes(32).toString('base64url')
  const change = world.act(site, SYSTEM, (ctx) => changeCoverRequests(ctx, guessed, false))
  await expect(change).rejects.toMatchObject(unknown)
})

test('a new link ends the former one, and no one makes it in another’s name', async ({ world, site, uidOf, read }) => {
  const person = await world.makePerson(site)
  const former = await uidOf(site, person.id)
  const { email_uid } = await world.act(site, memberActor(person), renewEmailUid)
  await expect(read(site, former)).rejects.toMatchObject(unknown)
  expect(await read(site, email_uid)).toMatchObject({ email_reminders: true })
  const acting = { ...memberActor(person), impersonator: { id: 1, name: 'Admin' } } as ReturnType<typeof memberActor>
  await expect(world.act(site, acting, renewEmailUid)).rejects.toMatchObject({ code: 'forbidden' })
})

/** 100,000 with PROOF=1. */
const GUESSES = process.env.PROOF ? 100_000 : 800

test(`${GUESSES} guesses open nothing`, async ({ world, site }) => {
  const person = await world.makePerson(site)
  let opened = 0
  await world.withSite(site.id, async (db) => {
    const guesses = [String(person.id), '', '%', `${person.id}`.padStart(43, '0'), await emailUidOf(db, person.id)]
    expect(await getEmailSettings(db, guesses.pop() ?? '')).toBeTruthy()
    while (guesses.length < GUESSES) guesses.push(randomBytes(32).toString('base64url'))
    for (const uid of guesses)
      await getEmailSettings(db, uid).then(
        () => opened++,
        () => {},
      )
  })
  expect(opened).toBe(0)
}, 300_000)
