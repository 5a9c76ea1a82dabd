import { useActionData, useLoaderData } from '@remix-run/react'
import { linkAction } from '#app/http/by-link.ts'
import { parse } from '#app/http/parse.ts'
import { runInSite } from '#app/http/pipeline.ts'
import { jsonReply } from '#app/http/reply.ts'
import { screen } from '#app/http/screen.ts'
import { addressOf } from '#app/session/device.ts'
import { LinkFormats } from '#app/shell/use-root.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { answerSwapByLink, readSwapPage } from '#server/swaps/links/commands.ts'
import { type SwapPage, swapLinkInput } from '#server/swaps/links/contract.ts'
import { SwapLinkScreen } from '../swap-link-screen.tsx'

export const handle = { title: 'Can you swap?', auth: false, framed: false, ownBand: true }

/** Shows the question, or that the link has expired. Opening it changes nothing: mail scanners follow links. */
export const loader = screen<{ page: SwapPage | null; choice: string | null; now: string }>({
  requires: 'anyone',
  load: async (ctx, { params, request, url, app, site }) => {
    await app.limits.take('answer_link', { site: site.id, ip: addressOf(request) })
    const now = ctx.clock.now().toISOString()
    const choice = url.searchParams.get('answer')
    try {
      return { page: await readSwapPage(ctx, app.config.SESSION_SECRET, params.token ?? ''), choice, now }
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return { page: null, choice, now }
      throw error
    }
  },
})

/** Answers the question. A late or impossible yes returns its reason as text. */
export const action = linkAction('answer_link', async (call, form, { params }) => {
  const { answer } = parse(swapLinkInput, { answer: form.get('answer') ?? undefined })
  try {
    const refused = await runInSite(call, { access: 'write' }, (ctx) =>
      answerSwapByLink(ctx, call.app.config.SESSION_SECRET, params.token ?? '', answer),
    )
    return jsonReply({ refused: refused?.message ?? null })
  } catch (error) {
    if (error instanceof DomainError && (error.code === 'conflict' || error.code === 'not_found'))
      return jsonReply({ refused: error.message })
    throw error
  }
})

export default function SwapByLink() {
  const { page, choice, now } = useLoaderData<typeof loader>()
  const given = useActionData<{ refused: string | null }>()
  return (
    <LinkFormats.Provider value={page?.person ?? null}>
      <SwapLinkScreen page={page} choice={choice} now={now} refused={given?.refused ?? null} />
    </LinkFormats.Provider>
  )
}
