import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import { expect, onTestFinished } from 'vitest'
import { recordProviderEvent } from '#server/deliveries/record-event.ts'
import { deliveryRef } from '#server/deliveries/transport.ts'
import { createSmtpTransport } from '#server/deliveries/transports/smtp.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { createConsole } from '#server/platform/console.ts'
import { checkSender, removeSender, setSender } from '#server/platform/senders.ts'
import { deleteSite } from '#server/platform/sites.ts'
import { makeRoster } from '#tests/support/messages/messaging.ts'
import { PLATFORM, ROTA, test } from '#tests/support/own-senders.ts'
import { LOCALHOST_CA, smtpReply, startSmtpServer } from '#tests/support/providers/smtp-server.ts'

const RESET = {
  ...{ kind: 'account.reset', lane: 'security', shift: null, start_local_date: null },
  facts: { title: 'New password', paragraphs: ['Open the link.'] },
}

test('an address gets three records to copy; emails come from it once its keys are found, and not before', async ({
  world,
  roster,
  deliveries,
  ses,
  parts,
  drain,
  state,
}) => {
  const made = await setSender(parts, roster.site.slug, { address: ' Rota@HarbourSC.org' })
  expect(made).toMatchObject({ address: 'rota@harboursc.org', state: 'waiting', problem: null })
  expect(made.records).toHaveLength(3)
  for (const { name, value } of made.records) {
    expect(name).toMatch(/^[0-9a-f]{32}\._domainkey\.harboursc\.org$/)
    expect(value).toBe(`${name.split('.')[0]}.dkim.amazonses.com`)
  }
  const before = await deliveries.queue()
  await drain()
  // Not even tried from the address.
  expect([ses.accepted.map(({ from }) => from), ses.calls]).toEqual([[PLATFORM], 1])
  expect(await checkSender(parts, roster.site.slug)).toMatchObject({ state: 'waiting', records: made.records })

  ses.domains.set('harboursc.org', { status: 'Success', signs: false })
  expect(await checkSender(parts, roster.site.slug)).toMatchObject({ state: 'verified', problem: null })
  // Unsigned mails would be treated as forged.
  expect(ses.domains.get('harboursc.org')).toEqual({ status: 'Success', signs: true })
  const after = await deliveries.queue()
  await drain()
  const mail = ses.accepted.at(-1)!
  expect([ses.accepted.length, mail.from, mail.configuration_set]).toEqual([2, 'rota@harboursc.org', 'watchbill'])
  const parsed = await PostalMime.parse(mail.raw)
  expect(parsed.from).toEqual({ name: roster.site.name, address: 'rota@harboursc.org' })
  expect([await state(before), await state(after)]).toEqual(['sent', 'sent'])

  // A report names the attempt, not the sender.
  const { attempt_id } = await deliveries.row(after)
  expect([mail.delivery_id, mail.attempt_id]).toEqual([deliveryRef(roster.site.id, after), attempt_id])
  const { delivery_id, id: provider_id } = mail
  await recordProviderEvent(
    { pool: world.pool('worker') },
    { kind: 'bounced', id: randomUUID(), delivery_id, attempt_id, provider_id, at: world.clock.now() },
  )
  expect(await state(after)).toBe('bounced')

  await removeSender(parts, roster.site.slug)
  await world.superuser.query('update core.people set email_blocked = null')
  await deliveries.queue()
  await drain()
  expect(ses.accepted.at(-1)?.from).toBe(PLATFORM)
})

test('another club’s emails keep the platform’s address, and no club takes or goes below a verified domain', async ({
  world,
  roster,
  deliveries,
  ses,
  parts,
  verify,
  drain,
  stored,
}) => {
  const other = await makeRoster(world, { site: { sms_enabled: false } })
  expect(await setSender(parts, other.site.slug, { address: 'ann@harboursc.org' })).toMatchObject({ state: 'waiting' })
  await verify(roster.site.slug)
  await deliveries.queue()
  await deliveries.queue({}, other)
  await drain()
  expect(ses.accepted.map(({ from }) => from).sort()).toEqual([PLATFORM, 'rota@harboursc.org'])
  // The keys are those of the account: the other club’s check must not take them for its own.
  const words = `harboursc.org is the verified domain of the site “${roster.site.slug}”.`
  const refused = { code: 'invalid', extras: { issues: { address: [words] } } }
  await expect(checkSender(parts, other.site.slug)).rejects.toMatchObject(refused)
  for (const address of ['bob@harboursc.org', 'bob@mail.harboursc.org'])
    await expect(setSender(parts, other.site.slug, { address })).rejects.toMatchObject(refused)
  expect(await stored(other.site)).toEqual({ address: 'ann@harboursc.org', state: 'waiting', problem: null })
  expect(await setSender(parts, other.site.slug, { address: 'bob@theharboursc.org' })).toMatchObject({
    state: 'waiting',
  })
  await deleteSite(parts, roster.site.slug)
  expect(await setSender(parts, other.site.slug, { address: 'bob@harboursc.org' })).toMatchObject({ state: 'waiting' })
})

test.for(['app', 'worker'] as const)(
  'the role %s cannot set an address',
  async (role, { world, roster, ses: _, stored }) => {
    const act = createWithSite(world.pool(role), world.clock)(
      roster.site.id,
      (db) => db.updateTable('sites').set({ sender_address: 'x@y.org' }).execute(),
      { access: 'write' },
    )
    await expect(act).rejects.toThrow('permission denied')
    expect((await stored(roster.site)).address).toBeNull()
  },
)

test('two checks at the same time verify a domain for one club', async ({ other, roster, ses, parts, stored }) => {
  for (const { site } of [roster, other]) await setSender(parts, site.slug, ROTA)
  ses.domains.set('harboursc.org', { status: 'Success', signs: true })
  const checks = await Promise.allSettled([roster, other].map(({ site }) => checkSender(parts, site.slug)))
  expect(checks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const states = await Promise.all([roster, other].map(async ({ site }) => (await stored(site)).state))
  expect(states.sort()).toEqual(['verified', 'waiting'])
})

test('an address that is not the club’s is refused at its field, and changes nothing', async ({
  world,
  roster,
  ses,
  parts,
  rules,
  stored,
}) => {
  const refused = async (input: object, field: string, by = parts) =>
    expect(setSender(by, roster.site.slug, input as Record<string, unknown>)).rejects.toMatchObject({
      ...{ code: 'invalid', extras: { issues: { [field]: [expect.any(String)] } } },
    })
  const addresses = ['rota', 'rota@harboursc.org\r\nBcc: x@y.org', 'x'.repeat(1_000_000), 7, undefined, ['rota@a.org']]
  for (const address of addresses) await refused({ address }, 'address')
  for (const address of [PLATFORM, 'x@mail.watchbill.example', 'x@harbour.clubs.example'])
    await refused({ address }, 'address')
  await refused({ ...ROTA, verified: true }, 'verified')
  const relay = { ...parts, rules: { ...rules, domains: null } }
  for (const verified of [undefined, false, 'off', 1]) await refused({ ...ROTA, verified }, 'verified', relay)
  expect([await stored(roster.site), ses.asked]).toEqual([{ address: null, state: null, problem: null }, []])
  for (const work of [checkSender, removeSender]) {
    await expect(work(parts, roster.site.slug)).rejects.toMatchObject({ code: 'not_found' })
    await expect(work(parts, 'nowhere')).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(setSender(parts, 'nowhere', ROTA)).rejects.toMatchObject({ code: 'not_found' })
  ses.refusesKeys = true
  await expect(setSender(parts, roster.site.slug, ROTA)).rejects.toMatchObject({
    ...{ code: 'conflict', message: expect.stringContaining('security token') },
  })
  expect((await stored(roster.site)).address).toBeNull()
  const { rows } = await world.superuser.query("select from core.audit where site_id = $1 and action = 'site.sender'", [
    roster.site.id,
  ])
  expect(rows).toEqual([])
})

test('the hourly check uses what was verified, and returns to the platform’s address when the provider says no', async ({
  world,
  roster,
  deliveries,
  ses,
  parts,
  sweep,
  drain,
  state,
  stored,
  errors,
}) => {
  const host = createConsole(world.pool('platform'), world.clock, () => {}, {
    quotas: { people: null, texts: null, emails: null, storage: null },
    domains: { baseDomain: 'localhost', dnsServers: [] },
    senders: parts.rules,
  })
  await setSender(parts, roster.site.slug, ROTA)
  const found = async (status: 'Pending' | 'Success' | 'Failed' | 'TemporaryFailure' | 'NotStarted') => {
    ses.domains.set('harboursc.org', { status, signs: true })
    return [await sweep(), (await stored(roster.site)).state]
  }
  expect(await found('Pending')).toEqual([0, 'waiting'])
  expect(await found('Success')).toEqual([1, 'verified'])
  expect(await found('TemporaryFailure')).toEqual([0, 'verified'])
  expect(errors).toEqual([])
  expect(await found('Failed')).toEqual([1, 'failed'])
  expect(errors).toEqual(['the own sender of a site is not verified; its emails come from the platform’s address'])
  expect(await found('Failed')).toEqual([0, 'failed'])
  await world.makePerson(roster.site, { role: 'admin' })
  const { trouble, sender } = await host.site(roster.site.slug)
  expect([trouble, sender?.problem]).toEqual([
    { kind: 'sender', address: 'rota@harboursc.org' },
    'The provider no longer finds the DNS records.',
  ])
  const id = await deliveries.queue()
  await drain()
  expect([await state(id), ses.accepted.at(-1)?.from, ses.calls]).toEqual(['sent', PLATFORM, 1])
  // Amazon SES looks again only when it is told to.
  expect(await checkSender(parts, roster.site.slug)).toMatchObject({ state: 'waiting', problem: null })
  expect(await found('Success')).toEqual([1, 'verified'])
  ses.domains.clear()
  expect([await sweep(), (await stored(roster.site)).state]).toEqual([1, 'failed'])
  expect((await stored(roster.site)).problem).toBe('The provider no longer finds the DNS records.')
})

test('the hourly check verifies no domain for a second club, and says why', async ({
  other,
  roster,
  parts,
  verify,
  sweep,
  stored,
}) => {
  await setSender(parts, other.site.slug, { address: 'ann@mail.harboursc.org' })
  await verify(roster.site.slug)
  parts.rules.domains!.read = async (domains) =>
    new Map(domains.map((domain) => [domain, { verdict: 'verified' as const, records: [] }]))
  expect([await sweep(), await sweep()]).toEqual([0, 0])
  expect(await stored(other.site)).toEqual({
    ...{ address: 'ann@mail.harboursc.org', state: 'waiting' },
    problem: `harboursc.org is the verified domain of the site “${roster.site.slug}”.`,
  })
})

test('a message whose own sender is refused is sent from the platform’s address, and the sender fails', async ({
  roster,
  deliveries,
  ses,
  verify,
  drain,
  state,
  stored,
  errors,
}) => {
  await verify(roster.site.slug)
  ses.domains.delete('harboursc.org')
  const [first, second] = [await deliveries.queue(), await deliveries.queue(RESET)]
  await drain()
  expect(await state(first)).toBe('sent')
  expect([await state(second), new Set(ses.accepted.map(({ from }) => from))]).toEqual([
    ...['sent', new Set([PLATFORM])],
  ])
  expect(await stored(roster.site)).toMatchObject({
    ...{ state: 'failed', problem: expect.stringContaining('Email address is not verified') },
  })
  expect(errors).toEqual(['the own sender of a site was refused; its emails come from the platform’s address'])
})

test('a fault of the account or a bad recipient does not fail the sender, and nothing is sent twice', async ({
  world,
  roster,
  deliveries,
  ses,
  verify,
  drain,
  state,
  stored,
}) => {
  await verify(roster.site.slug)
  ses.refusesKeys = true
  const waiting = await deliveries.queue()
  await drain()
  expect([await state(waiting), ses.accepted.length]).toEqual(['queued', 0])
  ses.refusesKeys = false
  await world.superuser.query("update core.people set email = 'nonsense' where id = $1", [roster.person.id])
  await world.superuser.query('update core.deliveries set retry_at = null')
  await drain()
  expect([await state(waiting), (await stored(roster.site)).state]).toEqual(['failed', 'verified'])
  await world.superuser.query("update core.people set email = 'ann@example.org' where id = $1", [roster.person.id])
  ses.faults = { ...ses.faults, unanswered: 1 }
  const doubtful = await deliveries.queue()
  await drain()
  expect([await state(doubtful), ses.accepted.length]).toEqual(['sending', 1])
})

test('by SMTP an operator states that the server may send; an email that it refuses is sent from the platform’s address', async ({
  roster,
  deliveries,
  parts,
  rules,
  drain,
  state,
  stored,
}) => {
  let refusal: { at: 'MAIL' | 'RCPT'; code: number } | null = null
  const answerTo = (at: 'MAIL' | 'RCPT', address: string) =>
    refusal?.at === at && address === 'rota@harboursc.org' ? smtpReply(refusal.code, 'Sender address rejected') : null
  const smtp = await startSmtpServer({
    onMailFrom: ({ address }, _session, done) => done(answerTo('MAIL', address)),
    onRcptTo: (_to, { envelope }, done) => done(answerTo('RCPT', envelope.mailFrom ? envelope.mailFrom.address : '')),
  })
  onTestFinished(smtp.close)
  const email = createSmtpTransport({ url: `smtp://localhost:${smtp.port}`, ca: LOCALHOST_CA, from: PLATFORM })
  const relay = { ...parts, rules: { ...rules, domains: email.domains ?? null } }
  const state1 = { ...ROTA, verified: 'on' }
  expect(await setSender(relay, roster.site.slug, state1)).toMatchObject({ state: 'verified', records: [] })
  const leaves = async () => {
    const id = await deliveries.queue()
    await drain({ transports: { email, sms: email } })
    return [await state(id), smtp.accepted.at(-1)?.from, (await stored(roster.site)).state]
  }
  expect(await leaves()).toEqual(['sent', 'rota@harboursc.org', 'verified'])
  expect(smtp.accepted[0]?.raw).toMatch(/^Message-ID: <[^>]+@harboursc\.org>\r$/m)
  // A passing refusal says nothing for good.
  for (const at of ['MAIL', 'RCPT'] as const) {
    refusal = { at, code: 450 }
    expect(await leaves()).toEqual(['sent', PLATFORM, 'verified'])
  }
  for (const at of ['MAIL', 'RCPT'] as const) {
    refusal = { at, code: 553 }
    expect(await leaves()).toEqual(['sent', PLATFORM, 'failed'])
    expect(await checkSender(relay, roster.site.slug)).toMatchObject({ state: 'failed' })
    await setSender(relay, roster.site.slug, state1)
  }
  refusal = null
  expect(await leaves()).toEqual(['sent', 'rota@harboursc.org', 'verified'])
})
