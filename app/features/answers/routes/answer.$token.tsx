import { useActionData, useLoaderData } from '@remix-run/react'
import { linkAction, linkScreen } from '#app/http/by-link.ts'
import { parse } from '#app/http/parse.ts'
import { runInSite } from '#app/http/pipeline.ts'
import { jsonReply } from '#app/http/reply.ts'
import { LinkFormats } from '#app/shell/use-root.ts'
import { linkAnswerInput } from '#server/answers/contract.ts'
import { answerByLink, readAnswerPage } from '#server/answers/links/commands.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { AnswerScreen } from '../links/answer-screen.tsx'

export const handle = { title: 'Can you make it?', auth: false, framed: false, ownBand: true }

export const loader = linkScreen(readAnswerPage)

/** Answers the shift named in the form, or all without an answer. An expired link shows its page and stores nothing. */
export const action = linkAction('answer_link', async (call, form, { params }) => {
  const text = (name: string) => form.get(name) ?? undefined
  const shift = text('shift')
  const cover = text('cover')
  const input = parse(linkAnswerInput, {
    answer: text('answer'),
    reason: text('reason'),
    ...(cover !== undefined && { cover: cover === 'true' }),
    ...(shift !== undefined && { shift: Number(shift) }),
    stated: form.getAll('stated').map(String),
  })
  try {
    await runInSite(call, { access: 'write' }, (ctx) =>
      answerByLink(ctx, call.app.config.SESSION_SECRET, params.token ?? '', input),
    )
    return jsonReply({ answered: true })
  } catch (error) {
    // The following page shows that the link has expired, or what has changed.
    if (error instanceof DomainError && ['not_found', 'conflict'].includes(error.code))
      return jsonReply({ answered: false })
    throw error
  }
})

export default function AnswerByLink() {
  const { page, choice, now } = useLoaderData<typeof loader>()
  const given = useActionData<{ answered?: boolean }>()
  return (
    <LinkFormats.Provider value={page?.person ?? null}>
      <AnswerScreen page={page} choice={choice} now={now} answered={given?.answered === true} />
    </LinkFormats.Provider>
  )
}
