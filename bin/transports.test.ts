import { expect, test } from 'vitest'
import type { Outgoing } from '#server/deliveries/transport.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { readConfig } from '#server/engine/kernel/config.ts'
import { createTransports } from './transports.ts'

const transports = (env: Record<string, string>) =>
  createTransports(readConfig(env as NodeJS.ProcessEnv, ['--embedded']), {
    clock: createClock(),
    withSite: async () => undefined as never,
  })

test('without a provider, production rejects messages and development captures them', async () => {
  const message = { channel: 'email' } as Outgoing
  const production = transports({ NODE_ENV: 'production' })
  expect(production.without).toEqual(['email', 'sms'])
  for (const channel of ['email', 'sms'] as const)
    expect(await production.transports[channel].send(message)).toMatchObject({ kind: 'rejected' })
  expect(await transports({}).transports.email.send(message)).toMatchObject({ kind: 'sent' })
})

test('the rate of a provider is the configured one', () => {
  const { rates, without } = transports({ SMTP_URL: 'smtp://mail.example', MAIL_RATE: '3' })
  expect([rates.email, without]).toEqual([{ perSecond: 3, burst: 3 }, ['sms']])
})
