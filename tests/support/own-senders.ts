import { createSesTransport } from '#server/deliveries/transports/ses.ts'
import { createFailures } from '#server/engine/kernel/failures.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { checkSender, checkSenders, type SenderRules, setSender } from '#server/platform/senders.ts'
import { test as base } from './messages/deliveries.ts'
import { makeRoster, messagingFor } from './messages/messaging.ts'
import { startSesServer } from './providers/ses-server.ts'
import { log } from './world.ts'

export const PLATFORM = 'no-reply@watchbill.example'
export const ROTA = { address: 'rota@harboursc.org' }

/** A club whose emails are sent by a local Amazon SES, which refuses senders that it has not verified. */
export const test = base
  .extend('ses', async ({ world }, { onCleanup }) => {
    await world.superuser.query('update core.sites set sender_address = null, sender_state = null')
    await world.superuser.query('delete from platform.sender_domains')
    const ses = await startSesServer()
    ses.strict = true
    onCleanup(() => ses.close())
    return ses
  })
  .extend('mail', ({ ses }, { onCleanup }) => {
    const mail = createSesTransport({
      ...{ region: 'eu-west-1', endpoint: ses.url, from: PLATFORM, configurationSet: 'watchbill' },
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    })
    onCleanup(() => mail.close())
    return mail
  })
  .extend('rules', ({ mail }) => {
    const rules: SenderRules = { domains: mail.domains, platformDomains: ['watchbill.example', 'clubs.example'] }
    return rules
  })
  .extend('parts', ({ world, rules }) => ({ pool: world.pool('platform'), now: world.clock.now(), rules }))
  .extend('errors', () => [] as string[])
  /** The hourly check. @returns how many senders it changed. */
  .extend('sweep', ({ world, rules, errors }) => () => {
    const heard = {
      ...log,
      info: () => {},
      error: (_: object, text: string) => void errors.push(text),
    } as unknown as Log
    const failures = createFailures({ clock: world.clock, log })
    return checkSenders({ pool: world.pool('platform'), clock: world.clock, log: heard, failures, rules })
  })
  /** A second club. */
  .extend('other', ({ world, roster: _ }) => makeRoster(world))
  .extend('verify', ({ ses, parts }) => async (slug: string, input = ROTA) => {
    await setSender(parts, slug, input)
    ses.domains.set(input.address.split('@')[1]!, { status: 'Success', signs: true })
    return checkSender(parts, slug)
  })
  .extend('stored', ({ world }) => async (site: { id: number }) => {
    const { rows } = await world.superuser.query(
      'select sender_address as address, sender_state as state, sender_problem as problem from core.sites where id = $1',
      [site.id],
    )
    return rows[0] as { address: string | null; state: string | null; problem: string | null }
  })
  .extend('drain', ({ world, mail, errors }) => async (email: Parameters<typeof messagingFor>[1] = {}) => {
    const heard = { ...log, error: (_: object, text: string) => void errors.push(text), warn: () => {}, info: () => {} }
    const { messaging } = messagingFor(world, {
      ...{ transports: { email: mail, sms: mail }, log: heard as unknown as Log },
      ...email,
    })
    await messaging.drain()
  })
  .extend(
    'state',
    ({ deliveries }) =>
      async (id: number) =>
        (await deliveries.row(id)).state as string,
  )
