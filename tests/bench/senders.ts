import { Registry } from 'prom-client'
import { createAnswerLinks } from '#server/answers/links/store.ts'
import { createNoticeWriter } from '#server/deliveries/texts/account/from-facts.ts'
import { writeShiftMessage } from '#server/deliveries/texts/shift/write.ts'
import { createSesTransport } from '#server/deliveries/transports/ses.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { readBulk } from '#server/messages/sending/deliver.ts'
import { createMessaging } from '#server/reminders/messaging.ts'

const UNLIMITED = { perSecond: 1e6, burst: 1e6 }

/** The product's senders, with a provider that never limits them. */
export function createSenders({ pool, clock, log }: { pool: Pool; clock: Clock; log: Log }, endpoint: string) {
  const transport = createSesTransport({
    region: 'eu-west-1',
    endpoint,
    credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
    from: 'no-reply@watchbill.example',
  })
  const messaging = createMessaging({
    pool,
    clock,
    log,
    registry: new Registry(),
    transports: { email: transport, sms: transport },
    write: writeShiftMessage,
    writeNotice: createNoticeWriter('a secret of the benchmark'),
    readBulk,
    linkAnswers: createAnswerLinks('a secret of the benchmark'),
    readFile: async () => null,
    originOf: ({ slug }) => `https://${slug}.example`,
    rates: { email: UNLIMITED, sms: UNLIMITED },
  })
  return {
    send: () => messaging.drain(),
    close: async () => {
      transport.close()
      await messaging.stop()
    },
  }
}
