import { expect } from 'vitest'
import { CONSENT_VERSION } from '#server/accounts/registration-contract.ts'
import { agreeToTerms, mustAgreeAgain } from '#server/people/self/consent.ts'
import { openFor } from '#tests/support/accounts.ts'
import { test } from '#tests/support/fixture.ts'

test('a person who agreed to an older text is asked once more, and the version and the time are kept', async ({
  world,
  site,
}) => {
  const old = await world.makePerson(site, { consent_version: '2020-01-01', consent_at: '2020-02-02T00:00Z' })
  const added = await world.makePerson(site)
  const actorOf = async ({ id }: { id: number }) => (await openFor(world, site, { id })).actor
  expect([mustAgreeAgain((await actorOf(old)).person), mustAgreeAgain((await actorOf(added)).person)]).toEqual([
    true,
    false,
  ])
  const actor = await actorOf(old)
  const acting = { ...actor, impersonator: { id: 1, name: 'Admin' } }
  await expect(world.act(site, acting, (ctx) => agreeToTerms(ctx))).rejects.toMatchObject({ code: 'forbidden' })
  await world.act(site, actor, (ctx) => agreeToTerms(ctx))
  const stored = async () =>
    (await world.superuser.query('select consent_version, consent_at from core.people where id = $1', [old.id])).rows[0]
  const first = await stored()
  expect(first).toEqual({ consent_version: CONSENT_VERSION, consent_at: expect.any(Date) })
  expect(first.consent_at.getTime()).toBeGreaterThan(Date.parse('2026-01-01'))
  await world.act(site, actor, (ctx) => agreeToTerms(ctx))
  expect(await stored()).toEqual(first)
  expect(mustAgreeAgain((await actorOf(old)).person)).toBe(false)
  expect(mustAgreeAgain((await actorOf(old)).person, 'a later one')).toBe(true)
  const { rows } = await world.superuser.query(
    "select details from core.audit where action = 'consent.give' and subject_id = $1",
    [old.id],
  )
  expect(rows).toEqual([{ details: { consent_version: CONSENT_VERSION } }])
})
