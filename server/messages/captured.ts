import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

export type CapturedMessage = {
  id: number
  channel: string
  to: string
  subject: string
  text: string
  html: string
  headers: unknown
  attachments: unknown
  kind: string
  created: Date
}

/** Lists captured messages, newest first; all, or those to one address. */
export const listCapturedMessages = (
  db: SiteDb,
  { limit, to }: { limit: number; to?: string | undefined },
): Promise<CapturedMessage[]> =>
  db
    .selectFrom('captured_messages')
    .select(['id', 'channel', 'to', 'subject', 'text', 'html', 'headers', 'attachments', 'kind', 'created'])
    .$if(to !== undefined, (query) => query.where('to', '=', to ?? ''))
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(Math.min(Math.max(limit, 1), 10_000))
    .execute()
