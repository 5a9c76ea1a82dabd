import type { Clock } from '#server/engine/kernel/clock.ts'
import type { WithSite } from '#server/engine/tenancy/with-site.ts'
import type { Attachment, Transport } from '../transport.ts'

const providerId = (attempt: string) => `capture-${attempt}`

const listed = ({ content, ...rest }: Attachment) =>
  typeof content === 'string' ? { ...rest, content } : { ...rest, size: content.byteLength }

/** Stores messages without a configured provider and shows them at `/dev/messages`. */
export function createCaptureTransport({ withSite, clock }: { withSite: WithSite; clock: Clock }): Transport {
  return {
    send: async (message) => {
      const provider_id = providerId(message.attempt_id)
      await withSite(
        message.site,
        (db) =>
          db
            .insertInto('captured_messages')
            .values({
              channel: message.channel,
              to: message.to,
              subject: message.subject,
              text: message.text,
              html: message.html,
              headers: JSON.stringify(message.headers),
              attachments: JSON.stringify(message.attachments.map(listed)),
              kind: message.kind,
              provider_id,
              created: clock.now(),
            })
            .execute(),
        { access: 'write' },
      )
      return { kind: 'sent', provider_id }
    },
    trace: ({ site, attempt_id }) =>
      withSite(site, async (db) => {
        const row = await db
          .selectFrom('captured_messages')
          .select('provider_id')
          .where('provider_id', '=', providerId(attempt_id))
          .executeTakeFirst()
        return row?.provider_id ? { found: row.provider_id } : 'none'
      }),
  }
}
