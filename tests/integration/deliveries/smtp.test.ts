import { spawnSync } from 'node:child_process'
import PostalMime from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Outgoing } from '#server/deliveries/transport.ts'
import { createSmtpTransport, type SmtpSettings } from '#server/deliveries/transports/smtp.ts'
import { commandOf } from '#tests/support/programs.ts'
import { LOCALHOST_CA, smtpReply, startScriptedServer, startSmtpServer } from '#tests/support/providers/smtp-server.ts'
import { siteIdForTests } from '#tests/support/world.ts'

const mail = (over: Partial<Outgoing> = {}): Outgoing => ({
  to: 'ann@example.org',
  reply_to: 'office@club.example',
  subject: 'Your shift is tomorrow: Käsefest',
  text: 'Text\n.\nafter a single dot',
  html: '<p>HTML</p>',
  headers: { 'List-Unsubscribe': '<https://club.example/u>' },
  attachments: [{ filename: 'shift.ics', content_type: 'text/calendar', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR' }],
  delivery_id: '1-2',
  attempt_id: '0f0e0d0c-0000-4000-8000-000000000001',
  site: siteIdForTests(1),
  site_name: 'Harbour Sailing Club',
  kind: 'reminder.day',
  channel: 'email',
  ...over,
})

const through = (port: number, { url, ...over }: Partial<SmtpSettings> = {}) =>
  createSmtpTransport({
    url: url ?? `smtp://localhost:${port}`,
    ca: LOCALHOST_CA,
    from: 'no-reply@watchbill.example',
    timeoutMs: 10_000,
    ...over,
  })

/** For servers that never finish an answer: every wait reaches this limit. */
const BRIEF_MS = 1_500

async function server(...options: Parameters<typeof startSmtpServer>) {
  const started = await startSmtpServer(...options)
  onTestFinished(started.close)
  return started
}

async function scripted(...script: Parameters<typeof startScriptedServer>) {
  const started = await startScriptedServer(...script)
  onTestFinished(() => void started.close())
  return started
}

describe('a mail by SMTP', () => {
  test('arrives complete over STARTTLS, signed in, under an id of its attempt', async () => {
    const { port, accepted } = await server({ authOptional: false })
    const outcome = await through(port, { url: `smtp://club:p%40ss%3Aword@localhost:${port}` }).send(mail())
    const id = '<0f0e0d0c-0000-4000-8000-000000000001.1-2@watchbill.example>'
    expect(outcome).toEqual({ kind: 'sent', provider_id: id })
    expect(accepted).toHaveLength(1)
    const [taken] = accepted
    expect(taken).toMatchObject({
      from: 'no-reply@watchbill.example',
      to: ['ann@example.org'],
      user: 'club',
      secure: true,
    })
    const parsed = await PostalMime.parse(taken!.raw)
    expect(parsed).toMatchObject({
      messageId: id,
      subject: mail().subject,
      from: { name: 'Harbour Sailing Club', address: 'no-reply@watchbill.example' },
    })
    expect(parsed.text?.trim()).toBe(mail().text)
    expect(parsed.attachments.map(({ filename }) => filename)).toEqual(['shift.ics'])
    expect(parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe('<https://club.example/u>')
  })

  test('uses TLS from the start, and plain text only where that is set', async () => {
    const secure = await server({ secure: true })
    expect((await through(secure.port, { url: `smtps://localhost:${secure.port}` }).send(mail())).kind).toBe('sent')
    const plain = await server({ disabledCommands: ['STARTTLS', 'AUTH'] })
    expect((await through(plain.port).send(mail())).kind).toBe('refused')
    expect(plain.accepted).toHaveLength(0)
    expect((await through(plain.port, { tls: 'off' }).send(mail())).kind).toBe('sent')
    expect(plain.accepted[0]).toMatchObject({ secure: false })
  })

  test('never goes to a server with an untrusted certificate, or one for another name', async () => {
    const { port, accepted } = await server()
    expect(await through(port, { ca: undefined as never }).send(mail())).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/certificate/i),
    })
    expect((await through(port, { url: `smtp://127.0.0.2:${port}` }).send(mail())).kind).toBe('refused')
    expect(accepted).toHaveLength(0)
  })

  test('names and subjects make no header and no recipient', async () => {
    const { port, accepted } = await server()
    for (const broken of ['a\r\nBcc: evil@example.org', 'a\nX-Evil: 1', 'a\r\n\r\nbody', 'a\u2028To: evil@example.org'])
      expect((await through(port).send(mail({ subject: broken, site_name: broken }))).kind).toBe('sent')
    for (const { raw, to } of accepted) {
      const parsed = await PostalMime.parse(raw)
      expect([to, parsed.bcc, parsed.to?.map(({ address }) => address)]).toEqual([
        ['ann@example.org'],
        undefined,
        ['ann@example.org'],
      ])
      expect(parsed.headers.map(({ key }) => key)).not.toContain('x-evil')
    }
    for (const to of ['ann@example.org>\r\nRCPT TO:<evil@example.org', 'a<b@example.org'])
      expect((await through(port).send(mail({ to }))).kind).toBe('rejected')
    expect(accepted).toHaveLength(4)
  })

  test('many mails share few connections', async () => {
    const smtp = await server()
    const transport = through(smtp.port)
    const sent = await Promise.all(Array.from({ length: 40 }, () => transport.send(mail())))
    expect(sent.every(({ kind }) => kind === 'sent')).toBe(true)
    expect(smtp.accepted).toHaveLength(40)
    // Five connections that send, and as many that are closing.
    expect(smtp.connections).toBeLessThanOrEqual(10)
  })
})

describe('the meaning of a refusal by SMTP', () => {
  test.each([
    ['the recipient for now', { onRcptTo: (_a, _s, done) => done(smtpReply(450, 'Greylisted')) }, 'refused'],
    ['the recipient for ever', { onRcptTo: (_a, _s, done) => done(smtpReply(550, 'No such user')) }, 'rejected'],
    ['our own address', { onMailFrom: (_a, _s, done) => done(smtpReply(553, 'Not yours')) }, 'refused'],
    ['us without a password', { onMailFrom: (_a, _s, done) => done(smtpReply(530, 'Sign in')) }, 'refused'],
    ['the connection', { onConnect: (_s, done) => done(smtpReply(554, 'Go away')) }, 'refused'],
    ['a mail above its size', { size: 100 }, 'rejected'],
    [
      'the content for now',
      { onData: (stream, _s, done) => stream.resume().on('end', () => done(smtpReply(451, 'Later'))) },
      'refused',
    ],
    [
      'the content for ever',
      { onData: (stream, _s, done) => stream.resume().on('end', () => done(smtpReply(554, 'Spam'))) },
      'rejected',
    ],
  ] as [string, Parameters<typeof startSmtpServer>[0], string][])('%s: %o', async (_what, options, kind) => {
    const { port, accepted } = await server(options)
    expect((await through(port).send(mail())).kind).toBe(kind)
    expect(accepted).toHaveLength(0)
  })

  test('a wrong password concerns our settings, not the mail', async () => {
    const { port } = await server()
    const outcome = await through(port, { url: `smtp://club:wrong@localhost:${port}` }).send(mail())
    expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringContaining('535') })
  })

  const greeting = '220 mail.example'
  const hello = '250 mail.example'
  const ok = '250 ok'
  test.each([
    ['no greeting', [], 'silent', 'refused'],
    ['no answer to a sender', [greeting, hello], 'silent', 'refused'],
    ['hung up before the mail', [greeting, hello, ok], 'hang up', 'refused'],
    ['no answer to the mail', [greeting, hello, ok, ok, '354 go on'], 'silent', 'ambiguous'],
    ['hung up after the mail', [greeting, hello, ok, ok, '354 go on'], 'hang up', 'ambiguous'],
    ['nonsense', ['HTTP/1.1 400 Bad Request'], 'hang up', 'refused'],
  ] as const)('%s', async (_what, script, end, kind) => {
    const { port } = await scripted(script, end)
    const within = end === 'silent' ? { timeoutMs: BRIEF_MS } : {}
    expect((await through(port, { tls: 'off', ...within }).send(mail())).kind).toBe(kind)
  })

  test('a closed port certainly sent nothing', async () => {
    const { port, close } = await startSmtpServer()
    await close()
    expect((await through(port).send(mail())).kind).toBe('refused')
    expect((await through(port, { url: 'smtp://nowhere.invalid:25' }).send(mail())).kind).toBe('refused')
  })

  test('a server that never finishes its answer is given up', async () => {
    const drip = await scripted(['220 mail.example'], 'drip')
    expect(await through(drip.port, { tls: 'off', timeoutMs: BRIEF_MS }).send(mail())).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('too slow'),
    })
  })
})

test('a worker does not start in production without a mail provider', () => {
  const { stderr, status } = spawnSync(process.execPath, commandOf('worker'), {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
      SESSION_SECRET: 'a secret that is long enough to be one',
    },
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('one is required in production (or start with --no-mail)'),
  ])
})
