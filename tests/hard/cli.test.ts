import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { test as base } from '#tests/support/fixture.ts'
import { createCli, createCommands } from '#tests/support/programs.ts'
import { startSesServer } from '#tests/support/providers/ses-server.ts'
import { startTwilioServer } from '#tests/support/providers/twilio-server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'watchbill-cli-'))
const test = base
  .extend('cli', { scope: 'file' }, ({ world }) => createCommands(world.url))
  .extend('program', { scope: 'file' }, ({ world }) => createCli(world.url))
  .extend(
    'count',
    { scope: 'file' },
    ({ world }) =>
      async (text: string) =>
        Number((await world.superuser.query(`select count(*) as n from ${text}`)).rows[0].n),
  )

test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('--help works everywhere, and the exit code tells a wrong command from a failed one', async ({ program }) => {
  for (const words of [[], ['site', 'create']]) {
    const result = await program([...words, '--help'])
    expect([words, result.code, result.out.includes('USAGE')]).toEqual([words, 0, true])
  }
  for (const [words, code, line] of [
    [['nosuch'], 2, 'Unknown command nosuch'],
    [['site', 'suspend', '--slug', 'nowhere'], 1, 'No active site has the name "nowhere".'],
  ] as const) {
    const result = await program([...words])
    expect([words, result.code, result.err]).toEqual([words, code, expect.stringContaining(line)])
    expect(result.err).not.toMatch(/\n\s+at /)
  }
})

test.for([
  [['site', 'list', '--wat'], 'Unknown option --wat.'],
  [['site', 'suspend'], 'Missing required argument: --slug'],
  [['site', 'create', '--slug', 'www', '--name', 'X'], '--slug: This name is reserved.'],
  [['reminders', 'plan', '--at', '2027-03-01'], '--at is not an ISO 8601 instant'],
] as const)('%j is refused with a line: %s', async ([words, line], { cli }) => {
  const result = await cli([...words])
  expect([result.code, result.err]).toEqual([2, expect.stringContaining(line)])
  expect(result.err).not.toMatch(/\n\s+at /)
})

test('a missing database is reported in one line', async () => {
  const result = await createCommands('postgres://nobody:x@127.0.0.1:1/none')(['site', 'list'])
  expect(result.code).toBe(1)
  expect(result.err.trim().split('\n')).toHaveLength(1)
})

test('doctor finds what would lose messages, and says what to do', async ({ cli }) => {
  const problems = async (env: Record<string, string> = {}) =>
    JSON.parse((await cli(['doctor', '--json'], { DATA_DIR: folder, ...env })).out).problems as {
      what: string
      advice: string
    }[]
  const [ses, twilio] = [await startSesServer(), await startTwilioServer()]
  const providers = {
    ...{ SES_REGION: 'eu-west-1', SES_ENDPOINT: ses.url, SES_ACCESS_KEY_ID: 'key', SES_SECRET_ACCESS_KEY: 'secret' },
    ...{ MAIL_FROM: 'duty@watchbill.example', MAIL_RATE: '14' },
    ...{ TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+441234567890' },
    TWILIO_ENDPOINT: twilio.url,
  }
  expect(await problems(providers)).toEqual([])
  twilio.status = ''
  const wrong = { MAIL_FROM: 'duty@club.example', MAIL_RATE: '100', BASE_DOMAIN: 'club.invalid' }
  const found = await problems({ ...providers, ...wrong, REDIS_URL: 'redis://127.0.0.1:1' })
  expect(found.map(({ what }) => what)).toEqual([
    expect.stringMatching(/^The check of queue failed/),
    'The provider for email says: duty@club.example is not verified in this region.',
    expect.stringMatching(/^The provider for sms says: .*Authenticate/),
    'MAIL_RATE is 100; the account may send 14 a second.',
    'a-club.club.invalid has no address.',
  ])
  expect(found.every(({ advice }) => advice.length > 10)).toBe(true)
  await Promise.all([ses.close(), twilio.close()])
})

test('sites are created, listed, and deleted only on confirmation', async ({ cli, count }) => {
  const made = await cli(['site', 'create', '--slug', 'lakeside', '--name', 'Lakeside Rowing', '--sms', '--json'])
  expect(JSON.parse(made.out)).toMatchObject({ slug: 'lakeside' })
  const again = await cli(['site', 'create', '--slug', 'lakeside', '--name', 'Another'])
  expect([again.code, again.err]).toEqual([1, '--slug: This name is taken.\n'])
  const quota = ['site', 'quota', '--slug', 'lakeside', '--json']
  const limited = await cli([...quota, '--people', '200', '--storage', '2 GB'])
  expect(JSON.parse(limited.out)).toEqual([
    { quota: 'people', used: 0, limit: 200 },
    { quota: 'texts', used: 0, limit: null },
    { quota: 'emails', used: 0, limit: null },
    { quota: 'storage', used: 0, limit: 2 * 1024 ** 3 },
  ])
  expect((await cli([...quota, '--people', 'default', '--storage', '2 apples'])).code).toBe(2)
  expect(JSON.parse((await cli(quota)).out)[0]).toEqual({ quota: 'people', used: 0, limit: 200 })
  const back = await cli(['site', 'quota', '--slug', 'lakeside', '--people', 'default'])
  expect(back.out).toMatch(/^Active people\s+0, no limit$/m)
  const unsure = await cli(['site', 'delete', '--slug', 'lakeside'])
  expect([unsure.code, unsure.err]).toEqual([2, expect.stringContaining('--yes')])
  const listed = JSON.parse((await cli(['site', 'list', '--json'])).out) as { slug: string; status: string }[]
  expect(listed).toEqual([expect.objectContaining({ slug: 'lakeside', status: 'active', people: 0 })])
  expect((await cli(['site', 'delete', '--slug', 'lakeside', '--yes'])).code).toBe(0)
  expect(await count("core.sites where status = 'deleted'")).toBe(1)
})

test('the sender of a site is set with its records to copy, checked, and removed', async ({ cli, world, count }) => {
  const ses = await startSesServer()
  const env = {
    ...{ SES_REGION: 'eu-south-1', SES_ENDPOINT: ses.url, SES_ACCESS_KEY_ID: 'key', SES_SECRET_ACCESS_KEY: 'secret' },
    ...{ MAIL_FROM: 'duty@watchbill.example', MAIL_RATE: '14', DATA_DIR: folder },
  }
  const { slug } = await world.makeSite()
  const sender = (words: string[], over: Record<string, string> = env) =>
    cli(['site', 'sender', ...words, '--slug', slug], over)
  const set = await sender(['set', '--address', 'Rota@HarbourSC.org'])
  expect([set.code, set.err]).toEqual([0, ''])
  const [line, ...records] = set.out.trim().split('\n')
  expect(line).toBe('rota@harboursc.org is waiting for its DNS records.')
  expect(records).toHaveLength(3)
  for (const record of records)
    expect(record).toMatch(/^(\w{32})\._domainkey\.harboursc\.org\. CNAME \1\.dkim\.eu-south-1\.amazonses\.com\.$/)
  ses.domains.set('harboursc.org', { status: 'Success', signs: true })
  expect((await sender(['check'])).out).toMatch(/^rota@harboursc\.org is verified: emails come from it\.\n/)
  for (const [words, code, text] of [
    [['set', '--address', 'rota'], 1, '--address: Give an address such as crew@harbour.org.'],
    [['set', '--address', 'x@watchbill.example'], 1, '--address: watchbill.example is the domain of the platform.'],
    [['set', '--address', 'rota@other.org', '--verified'], 1, '--verified: The provider says itself'],
    [['set'], 2, 'Missing required argument: --address'],
    [['set', '--address', 'rota@other.org', '--proved'], 2, 'Unknown option --proved.'],
  ] as const)
    expect([words, await sender([...words])]).toMatchObject([words, { code, err: expect.stringContaining(text) }])
  await world.superuser.query("update core.sites set sender_state = 'failed', sender_problem = 'No.' where slug = $1", [
    slug,
  ])
  const { problems } = JSON.parse((await cli(['doctor', '--json'], env)).out)
  expect(problems).toContainEqual({
    what: `The sender rota@harboursc.org of ${slug} is not verified. No.`,
    advice: `Correct its DNS, then run "watchbill site sender check --slug ${slug}".`,
  })
  expect((await sender(['remove'])).out).toBe(`The emails of ${slug} come from duty@watchbill.example.\n`)
  expect((await sender(['remove'])).code).toBe(1)
  const { SES_REGION: _, ...smtp } = { ...env, SMTP_URL: 'smtp://mail.club.example' }
  const stated = ['set', '--address', 'rota@harboursc.org']
  expect((await sender(stated, smtp)).err).toBe('--verified: State that the mail server may send for the address.\n')
  expect((await sender([...stated, '--verified'], smtp)).out).toContain('is verified')
  expect(await count(`core.sites where slug = '${slug}' and sender_state = 'verified'`)).toBe(1)
  await ses.close()
})

test('an operator is invited by mail; the account gives no access before the invitation is accepted', async ({
  cli,
  count,
  world,
}) => {
  const first = JSON.parse((await cli(['operator', 'create', '--email', 'Ops@Example.org', '--json'])).out)
  expect(first).toEqual({ email: 'ops@example.org', invited: true, expires_at: expect.any(String) })
  const again = await cli(['operator', 'create', '--email', 'ops@example.org'])
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('ops@example.org is invited by email.')])
  expect([await count('platform.operators'), await count('identity.accounts')]).toEqual([0, 0])
  const { rows } = await world.superuser.query('select "to", kind, invitation from platform.operator_mails order by id')
  expect(rows.map(({ to, kind }) => [to, kind])).toEqual([
    ['ops@example.org', 'invitation'],
    ['ops@example.org', 'invitation'],
  ])
  const accept = (id: string) =>
    world.superuser.query("select identity.accept_invitation($1, 'hash', now()) as id", [id])
  expect((await accept(rows[0].invitation)).rows[0].id).toBeNull()
  expect((await accept(rows[1].invitation)).rows[0].id).not.toBeNull()
  expect(await count('platform.operators')).toBe(1)
  const known = JSON.parse((await cli(['operator', 'create', '--email', 'ops@example.org', '--json'])).out)
  expect(known).toEqual({ email: 'ops@example.org', invited: false, expires_at: null })
  const last = await cli(['operator', 'remove', '--email', 'ops@example.org', '--yes'])
  expect([last.code, last.err]).toEqual([1, 'The platform needs an operator. Add another one first.\n'])
  await cli(['operator', 'create', '--email', 'second@example.org'])
  const second = await world.superuser.query(
    "select id from platform.operator_invitations where email = 'second@example.org'",
  )
  expect((await accept(second.rows[0].id)).rows[0].id).not.toBeNull()
  expect((await cli(['operator', 'remove', '--email', 'ops@example.org', '--yes'])).code).toBe(0)
  expect([await count('platform.operators'), await count('identity.accounts')]).toEqual([1, 2])
})

test('demo data is never created in production', async ({ cli, count }) => {
  const production = { NODE_ENV: 'production', SESSION_SECRET: 'a secret that is long enough to be one' }
  for (const more of [[], ['--embedded']]) {
    const result = await cli(['demo', 'seed', ...more], production)
    expect([result.code, result.err]).toEqual([1, 'Demo data is never created in production.\n'])
  }
  expect(await count('core.people')).toBe(0)
})

test('the demo, its reminders, its export and its backup from the command line', async ({ cli, count }) => {
  expect(JSON.parse((await cli(['demo', 'seed', '--json'])).out)).toEqual({ made: ['harbour', 'ridge'] })
  expect((await cli(['demo', 'seed'])).out).toBe('Nothing to do: they exist.\n')
  const at = new Date(Date.now() + 5.5 * 86_400_000).toISOString()
  const planned = JSON.parse((await cli(['reminders', 'plan', '--at', at, '--dry-run', '--json'])).out) as {
    kind: string
    channel: string
    name: string
  }[]
  expect(
    planned.some(
      ({ kind, channel, name }) => kind === 'reminder.day' && channel === 'sms' && name === 'Imogen Trevelyan-Sato',
    ),
  ).toBe(true)
  expect(await count('core.deliveries')).toBe(0)

  const exported = path.join(folder, 'export')
  expect((await cli(['export', '--site', 'harbour', '--to', exported])).code).toBe(0)
  const people = JSON.parse(readFileSync(path.join(exported, 'people.json'), 'utf8')) as { name: string }[]
  expect(people.length).toBe(
    await count("core.people p join core.sites s on s.id = p.site_id where s.slug = 'harbour'"),
  )
  const everything = readdirSync(exported)
    .map((file) => readFileSync(path.join(exported, file), 'utf8'))
    .join('\n')
  expect(everything).not.toMatch(/argon2id|email_uid|secret_hash|Ridge Rescue|@ridge\.test/)

  const saved = path.join(folder, 'backup')
  expect(JSON.parse((await cli(['backup', '--to', saved, '--json'])).out).rows).toBeGreaterThan(1000)
  expect((await cli(['backup', '--to', saved])).code).toBe(1)
  const refused = await cli(['restore', '--from', saved])
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('The database is not empty')])
})
