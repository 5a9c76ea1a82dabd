import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { providerHooks } from '#app/web/provider-hooks.ts'
import { deliveryRef } from '#server/deliveries/transport.ts'
import { type Api, createApi } from '#tests/support/api.ts'
import { deliveryTests } from '#tests/support/deliveries.ts'
import { messagingFor } from '#tests/support/messaging.ts'

const TOPIC = 'arn:aws:sns:eu-west-1:1:ses'
const ORIGIN = 'https://watchbill.example'
const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = key.publicKey.export({ type: 'spki', format: 'pem' }).toString()

const on = deliveryTests()
let api: Api
let server: Server
/** What the hooks fetched from Amazon. */
const fetched: string[] = []
beforeAll(async () => {
  api = await createApi(on.world)
  const config = { ...api.context.config, SNS_TOPIC_ARN: TOPIC, TWILIO_AUTH_TOKEN: 'token', publicOrigin: ORIGIN }
  const hooks = providerHooks({ ...api.context, config }, async (url) => {
    fetched.push(url)
    return pem
  })
  server = createServer(express().use(hooks)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})
afterAll(async () => {
  server.close()
  await api.close()
})

const post = async (path: string, body: string, headers: Record<string, string> = {}) =>
  (
    await fetch(`http://127.0.0.1:${(server.address() as { port: number }).port}${path}`, {
      method: 'POST',
      body,
      headers,
    })
  ).status

const SIGNED = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
function envelope(over: Record<string, string> = {}): Record<string, string> {
  const fields: Record<string, string> = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: TOPIC,
    Message: '',
    Timestamp: '2027-06-12T09:01:00Z',
    SignatureVersion: '2',
    SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/cert.pem',
    ...over,
  }
  const text = SIGNED.flatMap((name) => (fields[name] === undefined ? [] : [name, fields[name]])).join('\n')
  return { ...fields, Signature: createSign('RSA-SHA256').update(`${text}\n`).sign(key.privateKey, 'base64') }
}
const ses = (fields: Record<string, string>) =>
  post('/hooks/ses', JSON.stringify(fields), { 'content-type': 'text/plain' })
const sesEvent = (eventType: string, id: number, attempt: string) =>
  JSON.stringify({
    eventType,
    bounce: { bounceType: 'Permanent' },
    mail: {
      messageId: 'ses-1',
      timestamp: '2027-06-12T09:00:40Z',
      tags: { delivery_id: [deliveryRef(on.roster.site.id, id)], attempt_id: [attempt] },
    },
  })
const twilio = (query: string, params: Record<string, string>, token = 'token') => {
  const url = `${ORIGIN}/hooks/twilio${query}`
  const text = Object.keys(params)
    .sort()
    .reduce((all, name) => all + name + params[name], url)
  return post(`/hooks/twilio${query}`, String(new URLSearchParams(params)), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': createHmac('sha1', token).update(text).digest('base64'),
  })
}
const counted = async (name: 'bounced' | 'complained', channel = 'email') =>
  (await api.context.eventMetrics[name].get()).values.find(({ labels }) => labels.channel === channel)?.value ?? 0

async function sentMail() {
  const id = await on.queue()
  await messagingFor(on.world).messaging.drain()
  return { id, attempt: (await on.row(id)).attempt_id as string }
}

test('a signed event of the topic is taken in once, and counted', async () => {
  const { id, attempt } = await sentMail()
  const bounce = envelope({ Message: sesEvent('Bounce', id, attempt) })
  for (let i = 0; i < 3; i++) expect(await ses(bounce)).toBe(204)
  expect(await on.row(id)).toMatchObject({ state: 'bounced' })
  const { rows } = await on.world.superuser.query('select email_blocked from core.people where id = $1', [
    on.roster.person.id,
  ])
  expect(rows).toEqual([{ email_blocked: 'bounced' }])
  expect(await counted('bounced')).toBe(1)
  expect(await ses(envelope({ Message: sesEvent('Complaint', id, attempt) }))).toBe(204)
  expect([(await on.row(id)).state, await counted('complained')]).toEqual(['complained', 1])
})

test('what is changed, unsigned, of another topic or unreadable is refused and changes nothing', async () => {
  const { id, attempt } = await sentMail()
  const good = envelope({ Message: sesEvent('Bounce', id, attempt) })
  for (const bad of [
    { ...good, Message: sesEvent('Complaint', id, attempt) },
    { ...good, Signature: '' },
    { ...good, SigningCertURL: 'https://evil.example/cert.pem' },
    envelope({ TopicArn: 'arn:aws:sns:eu-west-1:2:other', Message: sesEvent('Bounce', id, attempt) }),
  ])
    expect(await ses(bad as Record<string, string>)).toBe(403)
  for (const body of ['', '{', 'null', '[]', '{"Type":"Notification"}'])
    expect(await post('/hooks/ses', body)).toBe(403)
  expect(await ses(envelope({ Message: 'no event of ours' }))).toBe(204)
  expect((await on.row(id)).state).toBe('sent')
})

test('a subscription is confirmed at Amazon only', async () => {
  const asked = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription'
  const subscribe = (SubscribeURL: string) =>
    ses(envelope({ Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL }))
  fetched.length = 0
  expect(await subscribe(asked)).toBe(204)
  expect(fetched.filter((url) => url.includes('Confirm'))).toEqual([asked])
  await subscribe('https://evil.example/?Action=ConfirmSubscription')
  expect(fetched.some((url) => url.includes('evil'))).toBe(false)
})

test('Twilio’s report of a text and its owner’s STOP count when they are signed with our token', async () => {
  const id = await on.queue({ channel: 'sms' })
  const [claimed] = await on.claim(1, { channel: 'sms' })
  const query = `?delivery=${deliveryRef(on.roster.site.id, id)}&attempt=${claimed?.attempt_id}`
  const report = { MessageSid: 'SM1', MessageStatus: 'delivered' }
  expect(await twilio(query, report, 'guessed')).toBe(403)
  expect((await on.row(id)).state).toBe('sending')
  expect(await twilio(query, report)).toBe(204)
  expect(await on.row(id)).toMatchObject({ state: 'delivered', provider_id: 'SM1' })
  const { rows } = await on.world.superuser.query('select phone from core.people where id = $1', [on.roster.person.id])
  const stop = { OptOutType: 'STOP', From: rows[0].phone as string, MessageSid: 'SM2', Body: 'STOP' }
  const blocked = async () =>
    (await on.world.superuser.query('select sms_blocked from core.people where id = $1', [on.roster.person.id])).rows[0]
      .sms_blocked
  expect([await twilio('', stop, 'guessed'), await blocked()]).toEqual([403, false])
  expect([await twilio('', stop), await blocked()]).toEqual([204, true])
})
