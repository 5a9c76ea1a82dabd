import { setTimeout as eventDelay } from 'node:timers/promises'
import { type MessageEvent, recordProviderEvent } from '#server/deliveries/record-event.ts'
import type { startSesServer } from '#tests/support/providers/ses-server.ts'
import type { World } from '#tests/support/world.ts'

type SesServer = Awaited<ReturnType<typeof startSesServer>>

/**
 * Reports each mail that the provider accepts to the product, as Amazon SNS does: a little later, and again after a
 * refusal.
 * @returns a function that waits until all reports are accepted.
 */
export function reportAccepted(world: World, ses: SesServer, random: () => number): () => Promise<void> {
  const late = new Set<Promise<unknown>>()
  const tell = async (event: MessageEvent, delayMs: number): Promise<void> => {
    await eventDelay(delayMs)
    await recordProviderEvent({ pool: world.pool('app') }, event).catch(() => tell(event, 500))
  }
  ses.onAccepted = (mail) => {
    const event = {
      kind: 'sent' as const,
      id: mail.id,
      delivery_id: mail.delivery_id,
      attempt_id: mail.attempt_id,
      provider_id: mail.id,
      at: new Date(),
    }
    const told = tell(event, random() * 300)
    late.add(told)
    told.finally(() => late.delete(told)).catch(() => {})
  }
  return async () => void (await Promise.allSettled([...late]))
}
