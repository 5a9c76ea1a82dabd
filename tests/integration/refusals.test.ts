import { expect } from 'vitest'
import { confirmTotp, startTotpSetup } from '#server/accounts/factors/commands.ts'
import { startPasskeySignIn } from '#server/accounts/factors/passkeys.ts'
import { finishWithCode, finishWithPasskey } from '#server/accounts/factors/second-step.ts'
import { signInWithPassword } from '#server/accounts/sign-in/sign-in-with-password.ts'
import { signInWithEmail } from '#server/accounts/social/sign-in.ts'
import { auditQuery } from '#server/audit/contract.ts'
import { listAudit } from '#server/audit/queries.ts'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { accountPartsOf, codeOf, DEVICE, givePassword, PASSWORD } from '#tests/support/accounts.ts'
import { test as base } from '#tests/support/fixture.ts'
import { SYSTEM } from '#tests/support/world.ts'

const test = base
  .extend('parts', { scope: 'file' }, async ({ world }, { onCleanup }) => {
    const parts = accountPartsOf(world, { limits: true })
    onCleanup(() => parts.limits.close())
    return parts
  })
  .extend(
    'makeMember',
    { scope: 'file' },
    ({ world, parts }) =>
      async (site: Site, over: Record<string, unknown> = {}) => {
        const person = await world.makePerson(site, over)
        await givePassword(world, parts, person.email)
        const { rows } = await world.superuser.query('select account_id::int as id from people where id = $1', [
          person.id,
        ])
        return { ...person, account: rows[0].id as number }
      },
  )
  .extend(
    'enter',
    { scope: 'file' },
    ({ parts }) =>
      (site: Site, email: string, password: string) =>
        signInWithPassword(parts, site, { email, password }, DEVICE).catch((error: DomainError) => error),
  )
  /** The refused sign-ins that the admins of a site read, latest first; without fields that differ between lines. */
  .extend(
    'refusals',
    { scope: 'file' },
    ({ world }) =>
      async (site: Site) =>
        (
          await world.withSite(site.id, (db) =>
            listAudit({ db, actor: SYSTEM }, auditQuery.parse({ event: 'session' })),
          )
        ).lines
          .filter(({ action }) => action === 'session.refused')
          .map(({ id: _id, at: _at, ...line }) => line),
  )

const line = (subject_id: number | null, by: string, reason: string) =>
  expect.objectContaining({ actor: 'nobody', person: null, subject: 'people', subject_id, details: { by, reason } })

test('each refused sign-in is a line that names the person', async ({ world, makeMember, enter, parts, refusals }) => {
  const site = await world.makeSite()
  const [ann, pending, disabled] = [
    await makeMember(site),
    await makeMember(site, { role: 'new', is_active: false }),
    await makeMember(site, { is_active: false }),
  ]
  await enter(site, ann.email, 'wrong')
  await enter(site, pending.email, PASSWORD)
  await enter(site, disabled.email, PASSWORD)
  await signInWithEmail(parts, site, disabled.email, DEVICE).catch(() => {})
  await enter(site, ann.email, PASSWORD)
  expect(await refusals(site)).toEqual([
    line(disabled.id, 'social', 'disabled'),
    line(disabled.id, 'password', 'disabled'),
    line(pending.id, 'password', 'pending'),
    line(ann.id, 'password', 'wrong'),
  ])
})

test('an email of another club, with its password or a wrong one, leaves the same line as an unknown one', async ({
  world,
  makeMember,
  enter,
  refusals,
}) => {
  const [site, other] = [await world.makeSite(), await world.makeSite()]
  const { email } = await makeMember(other)
  await enter(site, email, PASSWORD)
  await enter(site, email, 'wrong')
  await enter(site, 'nobody-at-all@example.org', 'wrong')
  const lines = await refusals(site)
  expect(lines).toEqual([line(null, 'password', 'wrong'), lines[0], lines[0]])
  expect(JSON.stringify(lines)).not.toContain('example.org')
  expect(await refusals(other)).toEqual([])
})

test('a failed second step is a line, a pending or late one is none', async ({
  world,
  makeMember,
  parts,
  enter,
  refusals,
}) => {
  const site = await world.makeSite()
  const who = await makeMember(site)
  const key = await startTotpSetup(parts, who.account)
  await confirmTotp(parts, who.account, codeOf(world, key))
  const error = await enter(site, who.email, PASSWORD)
  const ticket = String((error as DomainError).extras.body?.ticket)
  expect(await refusals(site)).toEqual([])
  const finish = (code: string, by = ticket) =>
    finishWithCode(parts, site, { ticket: by, code }, DEVICE).catch(() => null)
  await finish('not a code')
  await finish('000000', 'made up')
  const rp = { id: 'localhost', name: site.name, origin: 'http://localhost' }
  const { ticket: challenge } = await startPasskeySignIn(parts, rp, site.id, null)
  const response = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {}, clientExtensionResults: {} }
  const sign = () => finishWithPasskey(parts, rp, site, { ticket: challenge, response }, DEVICE).catch(() => null)
  await sign()
  await sign()
  expect(await refusals(site)).toEqual([line(null, 'passkey', 'wrong'), line(who.id, 'code', 'wrong')])
})

test('a flood of guesses leaves the five that were compared and one more line', async ({
  world,
  makeMember,
  parts,
  refusals,
}) => {
  const site = await world.makeSite()
  const who = await makeMember(site)
  for (let n = 0; n < 12; n++)
    await signInWithPassword(
      parts,
      site,
      { email: who.email, password: `${n}` },
      { ...DEVICE, ip: `198.51.100.${n}` },
    ).catch(() => {})
  const lines = await refusals(site)
  expect(lines).toEqual([line(who.id, 'password', 'throttled'), ...Array(5).fill(line(who.id, 'password', 'wrong'))])
})
