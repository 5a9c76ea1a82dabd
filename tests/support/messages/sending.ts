import { expect } from 'vitest'
import { advanceMessages } from '#server/messages/sending/dispatch.ts'
import { createProductCollections } from '#server/registry.ts'
import { test as base } from '../fixture.ts'
import { log } from '../world.ts'
import { messagingFor } from './messaging.ts'

const collections = createProductCollections()

/** Messages to many: drafts of the site, whose steps its admin calls, and a worker that sends and advances them. */
export const test = base
  .extend('headers', ({ api, site, admin, member: _ }) => api.signIn(site, admin))
  .extend('worker', ({ world, site }) => {
    const { messaging, transports } = messagingFor(world)
    return {
      messaging,
      transports,
      advance: () => advanceMessages({ pool: world.pool('worker'), clock: world.clock, log, collections }),
      sent: () => [...transports.email.sent, ...transports.sms.sent].filter((message) => message.site === site.id),
    }
  })
  .extend('draft', ({ callApi, headers }) => async (over: Record<string, unknown> = {}) => {
    const answer = await callApi('POST', '/messages', headers, [
      {
        kind: 'email',
        subject: 'Season opens',
        body: 'Hello {{person.first_name}}!',
        audience: { everyone: true },
        ...over,
      },
    ])
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body.order[0] as number
  })
  .extend(
    'step',
    ({ callApi, headers }) =>
      (id: number, step: 'send' | 'cancel' | 'pause' | 'resume' | 'retry', by: Record<string, string> = headers) => {
        return callApi('PUT', `/messages/${id}/${step}`, by, {})
      },
  )
  .extend('read', ({ callApi, headers }) => async (id: number) => {
    return (await callApi('GET', `/messages/${id}`, headers)).body.results.messages[id]
  })
  /** Passes the seconds in which a message can be undone. */
  .extend(
    'passTakeBack',
    ({ world }) =>
      () =>
        world.clock.set(new Date(world.clock.epochMs() + 10_100)),
  )
  .extend('crowd', ({ world, site }) => async (n: number) => {
    await world.superuser.query(
      `insert into core.people (site_id, name, email)
       select $1, 'Crew ' || lpad(i::text, 3, '0'), 'crew' || i || '@example.org' from generate_series(1, $2::int) i`,
      [site.id, n],
    )
  })
