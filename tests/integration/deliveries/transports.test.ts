import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Outgoing } from '#server/deliveries/transport.ts'
import { createSesTransport } from '#server/deliveries/transports/ses.ts'
import { createTwilioTransport } from '#server/deliveries/transports/twilio.ts'
import { NO_FAULTS } from '#tests/support/providers/faults.ts'
import { type SesServer, startSesServer } from '#tests/support/providers/ses-server.ts'
import { startTwilioServer, type TwilioServer } from '#tests/support/providers/twilio-server.ts'
import { siteIdForTests } from '#tests/support/world.ts'

let ses: SesServer
let twilio: TwilioServer
beforeAll(async () => {
  ses = await startSesServer()
  twilio = await startTwilioServer()
})
afterAll(() => Promise.all([ses.close(), twilio.close()]))

const mailOut = (url: string, timeoutMs = 10_000) =>
  createSesTransport({
    region: 'eu-west-1',
    endpoint: url,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    configurationSet: 'watchbill',
    from: 'no-reply@watchbill.example',
    timeoutMs,
  })

const smsOut = (url: string, timeoutMs = 10_000) =>
  createTwilioTransport({
    accountSid: 'AC00000000000000000000000000000000',
    authToken: 'token',
    from: '+441234567890',
    endpoint: url,
    timeoutMs,
    statusCallback: (_site, delivery, attempt) =>
      `https://hooks.example/twilio?delivery=${delivery}&attempt=${attempt}`,
  })

const message = (over: Partial<Outgoing> = {}): Outgoing => ({
  to: 'ann@example.org',
  reply_to: 'office@club.example',
  subject: 'Your shift is tomorrow: Race 7',
  text: 'Text',
  html: '<p>HTML</p>',
  headers: { 'List-Unsubscribe': '<https://club.example/u>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  attachments: [
    {
      filename: 'shift.ics',
      content_type: 'text/calendar; charset=utf-8; method=PUBLISH',
      content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR',
    },
  ],
  delivery_id: '1-2',
  attempt_id: '0f0e0d0c-0000-4000-8000-000000000001',
  site: siteIdForTests(1),
  site_name: 'Harbour Sailing Club',
  kind: 'reminder.day',
  channel: 'email',
  ...over,
})

describe('SES', () => {
  test('a mail has its tags, configuration set and parts', async () => {
    const outcome = await mailOut(ses.url).send(message())
    const mail = ses.accepted.at(-1)!
    expect(outcome).toEqual({ kind: 'sent', provider_id: mail.id })
    expect(mail).toMatchObject({
      delivery_id: '1-2',
      attempt_id: message().attempt_id,
      configuration_set: 'watchbill',
      to: 'ann@example.org',
    })
    const parsed = await PostalMime.parse(mail.raw)
    expect(parsed.from).toMatchObject({ name: 'Harbour Sailing Club', address: 'no-reply@watchbill.example' })
    expect(parsed.replyTo?.[0]?.address).toBe('office@club.example')
    expect(parsed.text?.trim()).toBe('Text')
    expect(parsed.html?.trim()).toBe('<p>HTML</p>')
    expect(parsed.attachments.map((a) => [a.filename, a.mimeType])).toEqual([['shift.ics', 'text/calendar']])
    expect(parsed.headers.find((h) => h.key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click')
  })

  test('its check finds an unverified sender, and keys that are refused', async () => {
    const server = await startSesServer()
    expect(await mailOut(server.url).check?.()).toBeNull()
    server.verified = ['no-reply@watchbill.example']
    expect(await mailOut(server.url).check?.()).toBeNull()
    server.verified = []
    expect(await mailOut(server.url).check?.()).toBe('no-reply@watchbill.example is not verified in this region.')
    server.refusesKeys = true
    await expect(mailOut(server.url).check?.()).rejects.toThrow('security token')
    await server.close()
  })

  test('its quota is read: messages per second and per day', async () => {
    expect(await mailOut(ses.url).quota?.()).toEqual({ perSecond: 14, used: 0, daily: 50_000 })
  })

  test('200 hostile names and subjects make no header and no receiver', async () => {
    const transport = mailOut(ses.url)
    const breaks = ['\r\n', '\n', '\r', '\u0000', '\u2028', '\u0085', '%0d%0a', '\r\n\t']
    const smuggled = [
      'Bcc: evil@example.org',
      'X-Evil: 1',
      'Content-Type: text/html',
      'To: evil@example.org',
      '\r\n\r\n<script>',
    ]
    const expected = new Set<string>()
    let sent = 0
    for (const line of breaks)
      for (const header of smuggled)
        for (const over of [
          { subject: `Hello${line}${header}` },
          { site_name: `Club${line}${header}` },
          { site_name: `"Club" <x@y.z>,${line}${header}` },
          { subject: `=?utf-8?q?${line}${header}?=` },
          { subject: `${header}${line}${header}`, site_name: `${line}${header}` },
        ]) {
          const before = ses.accepted.length
          expect((await transport.send(message(over))).kind).toBe('sent')
          const parsed = await PostalMime.parse(ses.accepted[before]!.raw)
          const keys = parsed.headers.map((h) => h.key).sort()
          expected.add(keys.join(','))
          expect(parsed.to?.map((to) => to.address)).toEqual(['ann@example.org'])
          expect([parsed.bcc, parsed.cc]).toEqual([undefined, undefined])
          sent += 1
        }
    expect(sent).toBe(200)
    expect(expected.size).toBe(1)
  })

  test.each([
    [{ throttled: 1 }, 'refused'],
    [{ failing: 1 }, 'ambiguous'],
    [{ unanswered: 1 }, 'ambiguous'],
    [{ delayMs: 4000 }, 'ambiguous', 1_500],
  ] as const)('%o is %s', async (faults, kind, timeoutMs?: number) => {
    const server = await startSesServer(faults)
    const heard: string[] = []
    server.onAccepted = ({ attempt_id }) => heard.push(attempt_id)
    expect((await mailOut(server.url, timeoutMs).send(message())).kind).toBe(kind)
    // Only a lost answer leaves a mail behind; the event names its attempt.
    expect(heard).toEqual('unanswered' in faults ? [message().attempt_id] : [])
    expect(server.accepted).toHaveLength(heard.length)
    // The SDK itself retries nothing.
    expect(server.calls).toBe(1)
    await server.close()
  })

  test('a bad address is rejected, a closed port certainly sent nothing', async () => {
    expect((await mailOut(ses.url).send(message({ to: 'nonsense' }))).kind).toBe('rejected')
    const server = await startSesServer()
    await server.close()
    expect((await mailOut(server.url).send(message())).kind).toBe('refused')
  })
})

describe('Twilio', () => {
  test('its check finds a closed account, and a token that is refused', async () => {
    const server = await startTwilioServer()
    expect(await smsOut(server.url).check?.()).toBeNull()
    server.status = 'suspended'
    expect(await smsOut(server.url).check?.()).toBe('The account is suspended.')
    server.status = ''
    await expect(smsOut(server.url).check?.()).rejects.toThrow('Authenticate')
    await server.close()
  })

  const sms = (over: Partial<Outgoing> = {}) =>
    message({ channel: 'sms', to: '+447700900482', text: 'HSC tomorrow: Race 7', ...over })

  test('a text has its callback and its validity, and can be looked up', async () => {
    const transport = smsOut(twilio.url)
    const since = new Date()
    const outcome = await transport.send(sms())
    const taken = twilio.accepted.at(-1)!
    expect(outcome).toEqual({ kind: 'sent', provider_id: taken.sid })
    expect(taken).toMatchObject({ to: '+447700900482', body: 'HSC tomorrow: Race 7', validity: '14400' })
    expect(taken).toMatchObject({ delivery_id: '1-2', attempt_id: message().attempt_id })
    expect(await transport.trace({ ...sms(), since })).toEqual({ found: taken.sid })
    expect(await transport.trace({ ...sms(), to: '+447700900999', since })).toBe('none')
  })

  test('an accepted text is found although its answer was lost and it is still queued; another text is not', async () => {
    const server = await startTwilioServer({ unanswered: 1 })
    server.leaving = false
    const heard: string[] = []
    server.onAccepted = ({ attempt_id }) => heard.push(attempt_id)
    const transport = smsOut(server.url)
    const since = new Date()
    expect((await transport.send(sms())).kind).toBe('ambiguous')
    expect(heard).toEqual([message().attempt_id])
    expect(await transport.trace({ ...sms(), since })).toEqual({ found: server.accepted[0]!.sid })
    expect(await transport.trace({ ...sms(), text: 'another text', since })).toBe('none')
    expect(await transport.trace({ ...sms(), since: new Date(Date.now() + 60_000) })).toBe('none')
    await server.close()
    await expect(transport.trace({ ...sms(), since })).rejects.toThrow()
  })

  test('STOP and bad numbers are rejected', async () => {
    twilio.stopped.add('+447700900111')
    expect(await smsOut(twilio.url).send(sms({ to: '+447700900111' }))).toMatchObject({
      kind: 'rejected',
      reason: expect.stringContaining('21610'),
    })
    expect((await smsOut(twilio.url).send(sms({ to: '07' }))).kind).toBe('rejected')
  })

  test.each([
    [{ throttled: 1 }, 'refused'],
    [{ failing: 1 }, 'ambiguous'],
    [{ unanswered: 1 }, 'ambiguous'],
    [{ delayMs: 4000 }, 'ambiguous', 1_500],
  ] as const)('%o is %s', async (faults, kind, timeoutMs?: number) => {
    const server = await startTwilioServer({ ...NO_FAULTS, ...faults })
    expect((await smsOut(server.url, timeoutMs).send(sms())).kind).toBe(kind)
    expect(server.calls).toBe(1)
    await server.close()
  })
})
