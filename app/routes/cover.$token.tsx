import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type CoverPage, coverAnswerInput } from '#server/cover/calls-contract.ts'
import { answerCoverByLink, readCoverPage } from '#server/cover/links/commands.ts'
import { NOBODY } from '#server/engine/access/actor.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { SIGN_IN_BODY } from '../http/body.ts'
import { readForm } from '../http/multipart.ts'
import { parse } from '../http/parse.ts'
import { permitAnyone, respond, runInSite } from '../http/pipeline.ts'
import { jsonReply } from '../http/reply.ts'
import { screen } from '../http/screen.ts'
import { CoverScreen } from '../screens/answer-links/cover-screen.tsx'
import { addressOf } from '../session/device.ts'

/** Reads neither a cookie nor an origin: the address is the permission. */
const LINK = {
  methods: ['POST'],
  credentials: { kind: 'none' },
  actor: NOBODY,
  anyOrigin: true,
  permit: permitAnyone,
} as const

export const handle = { title: 'Can you cover?', ownBand: true }

/** Shows the question, or that the link is over. Opening it changes nothing: mail scanners follow links. */
export const loader = screen<{ page: CoverPage | null; now: string }>({
  requires: 'anyone',
  load: async (ctx, { params, request, app, site }) => {
    await app.limits.take('answer_link', { site: site.id, ip: addressOf(request) })
    const now = ctx.clock.now().toISOString()
    try {
      return { page: await readCoverPage(ctx, app.config.SESSION_SECRET, params.token ?? ''), now }
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return { page: null, now }
      throw error
    }
  },
})

/** Answers the request. A yes that comes too late, or that cannot be, is answered with its reason in words. */
export const action = (args: ActionFunctionArgs) =>
  respond(args, LINK, async (call) => {
    const { app, site } = call
    await app.limits.take('answer_link', { site: site.id, ip: addressOf(args.request) })
    const form = await readForm(args.request, SIGN_IN_BODY)
    const { answer } = parse(coverAnswerInput, { answer: form.get('answer') ?? undefined })
    try {
      await runInSite(call, { access: 'write' }, (ctx) =>
        answerCoverByLink(ctx, app.config.SESSION_SECRET, args.params.token ?? '', answer),
      )
      return jsonReply({ refused: null })
    } catch (error) {
      if (error instanceof DomainError && (error.code === 'conflict' || error.code === 'not_found'))
        return jsonReply({ refused: error.message })
      throw error
    }
  })

export default function CoverByLink() {
  const { page, now } = useLoaderData<typeof loader>()
  const given = useActionData<{ refused: string | null }>()
  return <CoverScreen page={page} now={now} refused={given?.refused ?? null} />
}
