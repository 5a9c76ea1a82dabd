import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import express from 'express'
import { expect } from 'vitest'
import { providerHooks } from '#app/web/provider-hooks.ts'
import { deliveryRef } from '#server/deliveries/transport.ts'
import { test as base } from '#tests/support/messages/deliveries.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'

const TOPIC = 'arn:aws:sns:eu-west-1:1:ses'
const ORIGIN = 'https://watchbill.example'
const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = key.publicKey.export({ type: 'spki', format: 'pem' }).toString()

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
const test = base
  .extend('fetched', { scope: 'file' }, (): string[] => [])
  .extend('server', { scope: 'file' }, async ({ api, fetched }, { onCleanup }) => {
    const config = { ...api.context.config, SNS_TOPIC_ARN: TOPIC, TWILIO_AUTH_TOKEN: 'token', publicOrigin: ORIGIN }
    const hooks = providerHooks({ ...api.context, config }, async (url) => {
      fetched.push(url)
      return pem
    })
    const server = createServer(express().use(hooks)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onCleanup(() => void server.close())
    return server
  })
  .extend(
    'post',
    { scope: 'file' },
    ({ server }) =>
      async (path: string, body: string, headers: Record<string, string> = {}) =>
        (
          await fetch(`http://127.0.0.1:${(server.address() as { port: number }).port}${path}`, {
            method: 'POST',
            body,
            headers,
          })
        ).status,
  )
  .extend(
    'ses',
    { scope: 'file' },
    ({ post }) =>
      (fields: Record<string, string>) =>
        post('/hooks/ses', JSON.stringify(fields), { 'content-type': 'text/plain' }),
  )
  .extend(
    'sesEvent',
    ({ deliveries }) =>
      (eventType: string, id: number, attempt: string) =>
        JSON.stringify({
          eventType,
          bounce: { bounceType: 'Permanent' },
          mail: {
            messageId: 'ses-1',
            timestamp: '2027-06-12T09:00:40Z',
            tags: { delivery_id: [deliveryRef(deliveries.roster.site.id, id)], attempt_id: [attempt] },
          },
        }),
  )
  .extend(
    'twilio',
    { scope: 'file' },
    ({ post }) =>
      (query: string, params: Record<string, string>, token = 'token') => {
        const url = `${ORIGIN}/hooks/twilio${query}`
        const text = Object.keys(params)
          .sort()
          .reduce((all, name) => all + name + params[name], url)
        return post(`/hooks/twilio${query}`, String(new URLSearchParams(params)), {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': createHmac('sha1', token).update(text).digest('base64'),
        })
      },
  )
  .extend(
    'counted',
    { scope: 'file' },
    ({ api }) =>
      async (name: 'bounced' | 'complained', channel = 'email') =>
        (await api.context.eventMetrics[name].get()).values.find(({ labels }) => labels.channel === channel)?.value ??
        0,
  )
  .extend('sentMail', ({ deliveries }) => async () => {
    const id = await deliveries.queue()
    await messagingFor(deliveries.world).messaging.drain()
    return { id, attempt: (await deliveries.row(id)).attempt_id as string }
  })

test('a signed event of the topic is accepted once, and counted', async ({
  deliveries,
  ses,
  sesEvent,
  counted,
  sentMail,
}) => {
  const { id, attempt } = await sentMail()
  const bounce = envelope({ Message: sesEvent('Bounce', id, attempt) })
  for (let i = 0; i < 3; i++) expect(await ses(bounce)).toBe(204)
  expect(await deliveries.row(id)).toMatchObject({ state: 'bounced' })
  const { rows } = await deliveries.world.superuser.query('select email_blocked from core.people where id = $1', [
    deliveries.roster.person.id,
  ])
  expect(rows).toEqual([{ email_blocked: 'bounced' }])
  expect(await counted('bounced')).toBe(1)
  expect(await ses(envelope({ Message: sesEvent('Complaint', id, attempt) }))).toBe(204)
  expect([(await deliveries.row(id)).state, await counted('complained')]).toEqual(['complained', 1])
})

test('a changed, unsigned, foreign or unreadable event is refused and changes nothing', async ({
  deliveries,
  post,
  ses,
  sesEvent,
  sentMail,
}) => {
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
  expect((await deliveries.row(id)).state).toBe('sent')
})

test('a subscription is confirmed at Amazon only', async ({ fetched, ses }) => {
  const asked = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription'
  const subscribe = (SubscribeURL: string) =>
    ses(envelope({ Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL }))
  fetched.length = 0
  expect(await subscribe(asked)).toBe(204)
  expect(fetched.filter((url) => url.includes('Confirm'))).toEqual([asked])
  await subscribe('https://evil.example/?Action=ConfirmSubscription')
  expect(fetched.some((url) => url.includes('evil'))).toBe(false)
})

test('Twilio’s report of a text and its owner’s STOP count when they are signed with our token', async ({
  deliveries,
  twilio,
}) => {
  const id = await deliveries.queue({ channel: 'sms' })
  const [claimed] = await deliveries.claim(1, { channel: 'sms' })
  const query = `?delivery=${deliveryRef(deliveries.roster.site.id, id)}&attempt=${claimed?.attempt_id}`
  const report = { MessageSid: 'SM1', MessageStatus: 'delivered' }
  expect(await twilio(query, report, 'guessed')).toBe(403)
  expect((await deliveries.row(id)).state).toBe('sending')
  expect(await twilio(query, report)).toBe(204)
  expect(await deliveries.row(id)).toMatchObject({ state: 'delivered', provider_id: 'SM1' })
  const { rows } = await deliveries.world.superuser.query('select phone from core.people where id = $1', [
    deliveries.roster.person.id,
  ])
  const stop = { OptOutType: 'STOP', From: rows[0].phone as string, MessageSid: 'SM2', Body: 'STOP' }
  const blocked = async () =>
    (
      await deliveries.world.superuser.query('select sms_blocked from core.people where id = $1', [
        deliveries.roster.person.id,
      ])
    ).rows[0].sms_blocked
  expect([await twilio('', stop, 'guessed'), await blocked()]).toEqual([403, false])
  expect([await twilio('', stop), await blocked()]).toEqual([204, true])
})
