import { idFrom } from '#app/http/parse.ts'
import { screen } from '#app/http/screen.ts'
import { listResendable } from '#server/messages/explain/queries.ts'
import { recipientsQuery } from '#server/messages/sending/contract.ts'
import { readHistory, readOutbox, readSentMessage } from '#server/messages/sending/history.ts'
import { type History, RECIPIENTS_PAGE, type SentMessage } from '#server/messages/sending/history-contract.ts'

export const outboxPage = screen({ requires: 'admin', load: (ctx) => readOutbox(ctx) })

export type SentPage =
  | { view: 'list'; history: History }
  | { view: 'message'; sent: SentMessage; resendable: number[]; state: string; offset: number }

/** Lists sent messages, or with an id shows one and a page of its recipients. Ignores an unknown state. */
export const sentPage = screen<SentPage>({
  requires: 'admin',
  load: async (ctx, { params, url }) => {
    const given = recipientsQuery.safeParse({
      state: url.searchParams.get('state') ?? undefined,
      offset: url.searchParams.get('offset') ?? undefined,
      limit: RECIPIENTS_PAGE,
    })
    const query = given.success ? given.data : { limit: RECIPIENTS_PAGE, offset: 0 }
    if (params.pk === undefined) return { view: 'list', history: await readHistory(ctx, query.offset) }
    const sent = await readSentMessage(ctx, idFrom(params.pk), query)
    const people = Object.values(sent.recipients.results.recipients).map(({ person }) => person)
    const resendable = await listResendable(ctx, sent.message.id, people)
    return { view: 'message', sent, resendable, state: query.state ?? '', offset: query.offset }
  },
})
