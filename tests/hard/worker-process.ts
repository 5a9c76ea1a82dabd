/** A worker as in production, with short leases, so that the work of a killed one is settled within seconds. */
import '#server/registry.ts'
import { Registry } from 'prom-client'
import { createAnswerLinks } from '#server/answers/links/store.ts'
import { createNoticeWriter } from '#server/deliveries/texts/account/from-facts.ts'
import { writeShiftMessage } from '#server/deliveries/texts/shift/write.ts'
import { createSesTransport } from '#server/deliveries/transports/ses.ts'
import { createTwilioTransport } from '#server/deliveries/transports/twilio.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { createQueue } from '#server/engine/kernel/queue/queue.ts'
import { readBulk } from '#server/messages/sending/deliver.ts'
import { createMessaging } from '#server/reminders/messaging.ts'
import { startWorker } from '#workers/worker.ts'

export type WorkerSettings = {
  databaseUrl: string
  redisUrl?: string | undefined
  ses: string
  twilio: string
  perSecond: number
}

const settings = JSON.parse(process.argv[2] ?? '{}') as WorkerSettings
const log = createLog({ level: process.env.TEST_LOG ?? 'silent' })
const pool = createPool({ connectionString: settings.databaseUrl, role: 'worker', max: 6, log })
const rate = { perSecond: settings.perSecond, burst: Math.max(1, settings.perSecond / 2) }
const messaging = createMessaging({
  pool,
  clock: createClock(),
  log,
  registry: new Registry(),
  transports: {
    email: createSesTransport({
      region: 'eu-west-1',
      endpoint: settings.ses,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      configurationSet: 'events',
      from: 'no-reply@watchbill.example',
      timeoutMs: 1_000,
    }),
    sms: createTwilioTransport({
      accountSid: `AC${'0'.repeat(32)}`,
      authToken: 'test',
      from: '+15005550006',
      endpoint: settings.twilio,
      timeoutMs: 1_000,
    }),
  },
  write: writeShiftMessage,
  writeNotice: createNoticeWriter('a secret of the tests'),
  readBulk,
  linkAnswers: createAnswerLinks('a secret of the tests'),
  readFile: async () => null,
  originOf: (site) => `https://${site.slug}.example`,
  rates: { email: rate, sms: rate },
  leaseMs: 3_000,
  times: { settleMs: { email: 2_000, sms: 2_000 }, resendMs: 900_000 },
})
const queue = await createQueue({ redisUrl: settings.redisUrl, databaseUrl: settings.databaseUrl, log })
const worker = startWorker({
  notifyOperators: async () => {},
  sweeping: null,
  renderTexts: async () => {},
  closeAuditLogs: async () => {},
  messaging,
  queue,
  log,
  timers: [
    { job: 'reminders.plan', everyMs: 1_000 },
    { job: 'deliveries.send', everyMs: 250 },
    { job: 'deliveries.reconcile', everyMs: 500 },
  ],
})
process.on('message', async () => {
  await worker.run('deliveries.reconcile')
  await worker.run('deliveries.send')
  await worker.stop()
  process.exit(0)
})
process.on('disconnect', () => process.exit(1))
process.send?.('ready')
