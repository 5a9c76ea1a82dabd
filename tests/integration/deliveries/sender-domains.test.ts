import { expect } from 'vitest'
import { checkSender, removeSender, setSender } from '#server/platform/senders.ts'
import { deleteSite } from '#server/platform/sites.ts'
import { ROTA, test } from '#tests/support/own-senders.ts'

test('what one club proved for its sender verifies no other club after it', async ({
  other,
  roster,
  ses,
  parts,
  verify,
  sweep,
  stored,
}) => {
  const isKept = () => ses.domains.get('harboursc.org')?.status === 'Success'
  await verify(roster.site.slug)
  // Another address of the same domain needs no other proof.
  expect(await setSender(parts, roster.site.slug, { address: 'info@harboursc.org' })).toMatchObject({
    state: 'verified',
  })
  expect([await sweep(), isKept()]).toEqual([0, true])
  await removeSender(parts, roster.site.slug)
  // Before the hourly check.
  expect(await setSender(parts, other.site.slug, ROTA)).toMatchObject({ state: 'waiting', records: { length: 3 } })
  expect(ses.domains.get('harboursc.org')?.status).toBe('Pending')
  expect([await sweep(), (await stored(other.site)).state]).toEqual([0, 'waiting'])
  ses.domains.set('harboursc.org', { status: 'Success', signs: true })
  expect([await sweep(), isKept()]).toEqual([1, true])
  await setSender(parts, other.site.slug, { address: 'rota@ridge.org' })
  expect([await sweep(), [...ses.domains.keys()]]).toEqual([0, ['ridge.org']])
  await removeSender(parts, other.site.slug)
  expect([await sweep(), [...ses.domains.keys()]]).toEqual([0, []])
})

test('a domain that another club has verified stays when the club that began it leaves it', async ({
  other,
  roster,
  ses,
  parts,
  sweep,
}) => {
  await setSender(parts, other.site.slug, ROTA)
  await setSender(parts, roster.site.slug, { address: 'info@harboursc.org' })
  ses.domains.set('harboursc.org', { status: 'Success', signs: true })
  expect(await checkSender(parts, roster.site.slug)).toMatchObject({ state: 'verified' })
  await removeSender(parts, other.site.slug)
  await sweep()
  expect(ses.domains.get('harboursc.org')?.status).toBe('Success')
})

test('the identity of a deleted club is deleted by the hourly check, as often as it takes, and verifies no club that waits', async ({
  world,
  other,
  roster,
  ses,
  parts,
  verify,
  sweep,
  stored,
}) => {
  await verify(roster.site.slug)
  await world.superuser.query(
    "update core.sites set sender_address = 'ann@harboursc.org', sender_state = 'waiting', sender_since = now() where id = $1",
    [other.site.id],
  )
  await deleteSite(parts, roster.site.slug)
  ses.deletesNone = true
  expect([await sweep(), (await stored(other.site)).state]).toEqual([0, 'waiting'])
  await expect(checkSender(parts, other.site.slug)).rejects.toMatchObject({ code: 'conflict' })
  expect(ses.domains.size).toBe(1)
  ses.deletesNone = false
  world.clock.set(new Date(world.clock.epochMs() + 3_600_000))
  expect([await sweep(), (await stored(other.site)).state, ses.domains.size]).toEqual([0, 'waiting', 0])
  expect(await checkSender(parts, other.site.slug)).toMatchObject({ state: 'waiting', records: { length: 3 } })
})

test('a check that runs before the address is stored takes nothing from a club: it is told to try again', async ({
  roster,
  ses,
  parts,
  sweep,
  stored,
}) => {
  const domains = parts.rules.domains!
  const { begin } = domains
  domains.begin = async (domain) => {
    const records = await begin(domain)
    await sweep()
    return records
  }
  await expect(setSender(parts, roster.site.slug, ROTA)).rejects.toMatchObject({ code: 'conflict' })
  expect([(await stored(roster.site)).address, ses.domains.size]).toEqual([null, 0])
  domains.begin = begin
  expect(await setSender(parts, roster.site.slug, ROTA)).toMatchObject({ state: 'waiting' })
  expect([await sweep(), ses.domains.size]).toEqual([0, 1])
})

test('an identity that Watchbill did not begin stays when the sender is removed', async ({
  roster,
  ses,
  parts,
  sweep,
}) => {
  ses.domains.set('harboursc.org', { status: 'Success', signs: true })
  expect(await setSender(parts, roster.site.slug, ROTA)).toMatchObject({ state: 'verified' })
  await removeSender(parts, roster.site.slug)
  await sweep()
  expect([...ses.domains.keys()]).toEqual(['harboursc.org'])
  expect(ses.asked).not.toContain('DeleteIdentity')
})
