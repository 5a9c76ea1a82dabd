import { createSign, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  isSignedBySns,
  isSnsUrl,
  type SnsEnvelope,
  sesMessageEvent,
  twilioMessageEvent,
  twilioPhoneEvent,
} from './provider-events.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

const envelope = (over: Partial<SnsEnvelope> = {}): SnsEnvelope => ({
  Type: 'Notification',
  MessageId: 'm-1',
  TopicArn: 'arn:aws:sns:eu-west-1:1:ses',
  Message: JSON.stringify({
    eventType: 'Send',
    mail: {
      messageId: 'ses-1',
      timestamp: '2027-01-01T10:00:00Z',
      tags: { delivery_id: ['3-9'], attempt_id: ['0f0e0d0c-0000-4000-8000-000000000001'] },
    },
  }),
  Timestamp: '2027-01-01T10:00:01Z',
  SignatureVersion: '2',
  Signature: '',
  SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/cert.pem',
  ...over,
})

function signed(over: Partial<SnsEnvelope> = {}): SnsEnvelope {
  const unsigned = envelope(over)
  const text = `Message\n${unsigned.Message}\nMessageId\n${unsigned.MessageId}\nTimestamp\n${unsigned.Timestamp}\nTopicArn\n${unsigned.TopicArn}\nType\n${unsigned.Type}\n`
  return { ...unsigned, Signature: createSign('RSA-SHA256').update(text).sign(privateKey, 'base64') }
}

describe('SNS', () => {
  test('a signed envelope counts; a changed, unsigned or foreign one does not', async () => {
    const certificate = async () => pem
    expect(await isSignedBySns(signed(), certificate)).toBe(true)
    expect(await isSignedBySns({ ...signed(), Message: '{}' }, certificate)).toBe(false)
    expect(await isSignedBySns(envelope(), certificate)).toBe(false)
    expect(await isSignedBySns({ ...signed(), SigningCertURL: 'https://evil.example/cert.pem' }, certificate)).toBe(
      false,
    )
  })

  test.each([
    ['https://sns.eu-west-1.amazonaws.com/x.pem', true],
    ['http://sns.eu-west-1.amazonaws.com/x.pem', false],
    ['https://sns.eu-west-1.amazonaws.com.evil.example/x.pem', false],
    ['https://evil.example/sns.eu-west-1.amazonaws.com', false],
    ['https://sns.eu-west-1.amazonaws.com@evil.example/', false],
    ['https://sns.eu-west-1.amazonaws.com:8443/', false],
    ['nonsense', false],
  ])('%s is Amazon: %s', (url, ours) => {
    expect(isSnsUrl(url)).toBe(ours)
  })

  test('events carry the tags of the attempt', () => {
    expect(sesMessageEvent(envelope())).toMatchObject({
      kind: 'sent',
      id: 'sns:m-1',
      delivery_id: '3-9',
      attempt_id: '0f0e0d0c-0000-4000-8000-000000000001',
      provider_id: 'ses-1',
    })
    const bounce = (bounceType: string) =>
      envelope({
        Message: JSON.stringify({
          eventType: 'Bounce',
          bounce: { bounceType },
          mail: { messageId: 'x', timestamp: 'nonsense', tags: { delivery_id: ['3-9'] } },
        }),
      })
    expect(sesMessageEvent(bounce('Permanent'))?.kind).toBe('bounced')
    expect(sesMessageEvent(bounce('Transient'))).toBeNull()
    for (const Message of ['', 'null', '{}', '{"eventType":"Send","mail":{"messageId":"x","timestamp":"y"}}', '[1]'])
      expect(sesMessageEvent(envelope({ Message }))).toBeNull()
  })
})

describe('why a message came back', () => {
  const event = (over: object) =>
    sesMessageEvent(
      envelope({
        Message: JSON.stringify({
          eventType: 'Bounce',
          mail: { messageId: 'ses-1', timestamp: '2027-01-01T10:00:00Z', tags: { delivery_id: ['3-9'] } },
          ...over,
        }),
      }),
    )
  const bounce = (recipient: object, over = {}) =>
    event({ bounce: { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: [recipient], ...over } })

  test('the cause and the provider’s text are read', () => {
    expect(bounce({ status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' })).toMatchObject({
      kind: 'bounced',
      reason: 'no_mailbox',
      detail: 'smtp; 550 5.1.1 user unknown',
    })
    expect(bounce({}, { bounceSubType: 'OnAccountSuppressionList' })).toMatchObject({ reason: 'suppressed' })
    expect(event({ eventType: 'Complaint', complaint: { complaintFeedbackType: 'abuse' } })).toMatchObject({
      kind: 'complained',
      detail: 'abuse',
    })
    expect(event({ eventType: 'Complaint', complaint: { complaintFeedbackType: 'not-spam' } })).toBeNull()
  })
  test.each([
    ['MailboxFull', {}, 'mailbox_full'],
    ['MessageTooLarge', {}, 'too_large'],
    ['ContentRejected', {}, 'content'],
    ['AttachmentRejected', {}, 'content'],
    ['General', { action: 'failed', status: '4.2.2' }, 'mailbox_full'],
    ['General', { action: 'failed', status: '5.2.2' }, 'mailbox_full'],
    ['General', { action: 'failed', status: '4.4.7', diagnosticCode: 'smtp; 451 greylisted' }, 'not_accepted'],
    ['General', { status: '4.4.1' }, 'not_accepted'],
  ])('what came back as %s %j was not delivered, and the address stays good', (bounceSubType, report, reason) => {
    for (const bounceType of ['Transient', 'Undetermined'])
      expect(bounce(report, { bounceType, bounceSubType })).toMatchObject({ kind: 'failed', reason })
  })
  test.each([
    ['an automatic answer', {}],
    ['a delay', { action: 'delayed', status: '4.4.1' }],
  ])('%s is no bounce', (_, report) => {
    expect(bounce(report, { bounceType: 'Transient', bounceSubType: 'General' })).toBeNull()
  })
  test.each([
    [{ bouncedRecipients: [{ diagnosticCode: { toString: 1 }, status: 5 }] }],
    [{ bouncedRecipients: 'all' }],
    [{ bouncedRecipients: null, bounceSubType: [] }],
  ])('a report that is written oddly still counts: %j', (over) => {
    expect(bounce({}, over)).toMatchObject({ kind: 'bounced', reason: undefined, detail: undefined })
  })
  test('a hostile text is one bounded line', () => {
    const hostile = `<script>x</script>\r\nBcc: a@b\0\u202e${'😀'.repeat(100_000)}`
    const detail = bounce({ diagnosticCode: hostile })?.detail ?? ''
    expect(detail).toMatch(/^<script>x<\/script> Bcc: a@b 😀/u)
    expect([detail.length <= 300, detail.isWellFormed(), /[\p{Cc}\u202e]/u.test(detail)]).toEqual([true, true, false])
  })
})

describe('Twilio', () => {
  const at = new Date('2027-01-01T10:00:00Z')
  test('a status names its delivery by the callback’s query', () => {
    expect(
      twilioMessageEvent({ MessageSid: 'SM1', MessageStatus: 'delivered' }, { delivery: '3-9', site: '3' }, at),
    ).toMatchObject({ kind: 'delivered', delivery_id: '3-9', provider_id: 'SM1' })
    expect(twilioMessageEvent({ MessageSid: 'SM1', MessageStatus: 'queued' }, { delivery: '3-9' }, at)).toBeNull()
    expect(twilioMessageEvent({ MessageSid: 'SM1', MessageStatus: 'sent' }, { delivery: "3-9' or 1=1" }, at)).toBeNull()
  })
  test('STOP and START', () => {
    expect(twilioPhoneEvent({ OptOutType: 'STOP', From: '+447700900100', MessageSid: 'SM2' }, at)).toMatchObject({
      kind: 'stop',
      phone: '+447700900100',
    })
    expect(twilioPhoneEvent({ Body: 'stop by later?', From: '+447700900100', MessageSid: 'SM3' }, at)).toBeNull()
  })
  test('STOP and START are read from the text where Twilio does not name them', () => {
    const read = (params: Record<string, string>) =>
      twilioPhoneEvent({ From: '+447700900101', MessageSid: 'SM4', ...params }, at)?.kind
    const replies: Record<string, string>[] = JSON.parse(readFileSync('tests/fixtures/twilio-stop-start.json', 'utf8'))
    expect(replies.map((reply) => read(reply))).toEqual(['stop', 'start'])
    for (const Body of [
      ' stop ',
      'Stop.',
      '“STOP”',
      'Stop all',
      'unsubscribe',
      'CANCEL',
      'end',
      'Quit!',
      'opt-out',
      'REVOKE',
    ])
      expect([Body, read({ Body })]).toEqual([Body, 'stop'])
    for (const Body of ['start', 'UNSTOP', 'Yes']) expect([Body, read({ Body })]).toEqual([Body, 'start'])
    for (const Body of ['', 'HELP', 'no', 'stop it please', 'please stop', 'Ende', 'STOP 1', '…', 'stop'.padEnd(1e6)])
      expect([Body.slice(0, 20), read({ Body })]).toEqual([Body.slice(0, 20), undefined])
    expect(read({ Body: 'STOP', OptOutType: 'HELP' })).toBeUndefined()
  })
})
