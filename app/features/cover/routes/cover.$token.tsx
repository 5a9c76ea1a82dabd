import { useActionData, useLoaderData } from '@remix-run/react'
import { linkAction } from '#app/http/by-link.ts'
import { parse } from '#app/http/parse.ts'
import { runInSite } from '#app/http/pipeline.ts'
import { jsonReply } from '#app/http/reply.ts'
import { screen } from '#app/http/screen.ts'
import { addressOf } from '#app/session/device.ts'
import { LinkFormats } from '#app/shell/use-root.ts'
import { type CoverPage, coverAnswerInput } from '#server/cover/calls-contract.ts'
import { answerCoverByLink, readCoverPage } from '#server/cover/links/commands.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { CoverScreen } from '../cover-screen.tsx'

export const handle = { title: 'Can you cover?', auth: false, framed: false, ownBand: true }

/** Shows the question, or that the link has expired. Opening it changes nothing: mail scanners follow links. */
export const loader = screen<{ page: CoverPage | null; choice: string | null; now: string }>({
  requires: 'anyone',
  load: async (ctx, { params, request, url, app, site }) => {
    await app.limits.take('answer_link', { site: site.id, ip: addressOf(request) })
    const now = ctx.clock.now().toISOString()
    const choice = url.searchParams.get('answer')
    try {
      return { page: await readCoverPage(ctx, app.config.SESSION_SECRET, params.token ?? ''), choice, now }
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return { page: null, choice, now }
      throw error
    }
  },
})

/** Answers the request. A late or impossible yes returns its reason as text. */
export const action = linkAction('answer_link', async (call, form, { params }) => {
  const { answer } = parse(coverAnswerInput, { answer: form.get('answer') ?? undefined })
  try {
    await runInSite(call, { access: 'write' }, (ctx) =>
      answerCoverByLink(ctx, call.app.config.SESSION_SECRET, params.token ?? '', answer),
    )
    return jsonReply({ refused: null })
  } catch (error) {
    if (error instanceof DomainError && (error.code === 'conflict' || error.code === 'not_found'))
      return jsonReply({ refused: error.message })
    throw error
  }
})

export default function CoverByLink() {
  const { page, choice, now } = useLoaderData<typeof loader>()
  const given = useActionData<{ refused: string | null }>()
  return (
    <LinkFormats.Provider value={page?.person ?? null}>
      <CoverScreen page={page} choice={choice} now={now} refused={given?.refused ?? null} />
    </LinkFormats.Provider>
  )
}
