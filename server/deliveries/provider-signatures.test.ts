import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isSignedBySns, isSignedByTwilio, type SnsEnvelope } from './provider-events.ts'

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = key.publicKey.export({ type: 'spki', format: 'pem' }).toString()

type Fields = Partial<SnsEnvelope> & { Type: SnsEnvelope['Type'] }

/** Signs like Amazon: the fields of the envelope's type, sorted by name. */
function signed(fields: Fields, names: readonly (keyof SnsEnvelope)[], by = key): SnsEnvelope {
  const envelope: SnsEnvelope = {
    MessageId: 'm-1',
    TopicArn: 'arn:aws:sns:eu-west-1:1:ses',
    Message: 'Hello',
    Timestamp: '2027-01-01T10:00:01Z',
    SignatureVersion: '2',
    Signature: '',
    SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/cert.pem',
    ...fields,
  }
  const text = names.flatMap((name) => [name, envelope[name]]).join('\n')
  const sign = createSign(envelope.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(`${text}\n`)
  return { ...envelope, Signature: sign.sign(by.privateKey, 'base64') }
}

const PLAIN = ['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Type'] as const
const TITLED = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const
const JOINING = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const
const joining: Fields = {
  Type: 'SubscriptionConfirmation',
  Token: 't',
  SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?x',
}
const isSigned = (envelope: SnsEnvelope) => isSignedBySns(envelope, async () => pem)

describe('SNS', () => {
  test('each type and each version', async () => {
    expect(await isSigned(signed({ Type: 'Notification' }, PLAIN))).toBe(true)
    expect(await isSigned(signed({ Type: 'Notification', Subject: 'S' }, TITLED))).toBe(true)
    expect(await isSigned(signed({ Type: 'Notification', SignatureVersion: '1' }, PLAIN))).toBe(true)
    expect(await isSigned(signed(joining, JOINING))).toBe(true)
  })

  test('every signed field counts', async () => {
    const notification = signed({ Type: 'Notification', Subject: 'S' }, TITLED)
    for (const name of TITLED)
      expect(await isSigned({ ...notification, [name]: name === 'Type' ? 'SubscriptionConfirmation' : 'forged' })).toBe(
        false,
      )
    const confirmation = signed(joining, JOINING)
    for (const name of ['SubscribeURL', 'Token', 'TopicArn'] as const)
      expect(await isSigned({ ...confirmation, [name]: 'forged' })).toBe(false)
  })

  test('another key, another version, a broken signature, no certificate', async () => {
    const good = signed({ Type: 'Notification' }, PLAIN)
    expect(await isSigned(signed({ Type: 'Notification' }, PLAIN, other))).toBe(false)
    expect(await isSigned({ ...good, SignatureVersion: '1' })).toBe(false)
    expect(await isSigned({ ...good, Signature: 'AAAA' })).toBe(false)
    expect(await isSignedBySns(good, async () => 'no certificate')).toBe(false)
    expect(await isSignedBySns(good, () => Promise.reject(new Error('unreachable')))).toBe(false)
  })

  test('a certificate from another host is not even fetched', async () => {
    const fetched: string[] = []
    const forged = { ...signed({ Type: 'Notification' }, PLAIN), SigningCertURL: 'https://sns.evil.example/cert.pem' }
    expect(await isSignedBySns(forged, async (url) => pem + fetched.push(url))).toBe(false)
    expect(fetched).toEqual([])
  })
})

describe('Twilio', () => {
  const url = 'https://hooks.example/twilio?delivery=3-9&attempt=a'
  const params = { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+447700900100' }
  const signature = (secret: string) =>
    createHmac('sha1', secret).update(`${url}MessageSidSM1MessageStatusdeliveredTo+447700900100`).digest('base64')

  test('the signature covers the token, the address with its query, and each parameter', () => {
    const good = signature('token')
    expect(isSignedByTwilio('token', good, url, params)).toBe(true)
    expect(isSignedByTwilio('token', signature('other'), url, params)).toBe(false)
    expect(isSignedByTwilio('token', good, url.replace('3-9', '3-8'), params)).toBe(false)
    expect(isSignedByTwilio('token', good, url, { ...params, MessageStatus: 'failed' })).toBe(false)
    expect(isSignedByTwilio('token', '', url, params)).toBe(false)
  })
})
