import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type AnswerPage, linkAnswerInput } from '#server/answers/contract.ts'
import { answerByLink, readAnswerPage } from '#server/answers/links/commands.ts'
import { NOBODY } from '#server/engine/access/actor.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { SIGN_IN_BODY } from '../http/body.ts'
import { readForm } from '../http/multipart.ts'
import { parse } from '../http/parse.ts'
import { permitAnyone, respond, runInSite } from '../http/pipeline.ts'
import { jsonReply } from '../http/reply.ts'
import { screen } from '../http/screen.ts'
import { AnswerScreen } from '../screens/answer-links/answer-screen.tsx'
import { addressOf } from '../session/device.ts'

/** Reads neither a cookie nor an origin: the address is the permission. */
const LINK = {
  methods: ['POST'],
  credentials: { kind: 'none' },
  actor: NOBODY,
  anyOrigin: true,
  permit: permitAnyone,
} as const

export const handle = { title: 'Can you make it?', ownBand: true }

/** Shows the question, or that the link is over. Opening it changes nothing: mail scanners follow links. */
export const loader = screen<{ page: AnswerPage | null; choice: string | null; now: string }>({
  requires: 'anyone',
  load: async (ctx, { params, request, url, app, site }) => {
    await app.limits.take('answer_link', { site: site.id, ip: addressOf(request) })
    const now = ctx.clock.now().toISOString()
    const choice = url.searchParams.get('answer')
    try {
      return { page: await readAnswerPage(ctx, app.config.SESSION_SECRET, params.token ?? ''), choice, now }
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return { page: null, choice, now }
      throw error
    }
  },
})

/** Answers the shift that the form names, or all that have no answer yet. A link that has ended since shows its page, and stores nothing. */
export const action = (args: ActionFunctionArgs) =>
  respond(args, LINK, async (call) => {
    const { app, site } = call
    await app.limits.take('answer_link', { site: site.id, ip: addressOf(args.request) })
    const form = await readForm(args.request, SIGN_IN_BODY)
    const text = (name: string) => form.get(name) ?? undefined
    const shift = text('shift')
    const cover = text('cover')
    const input = parse(linkAnswerInput, {
      answer: text('answer'),
      reason: text('reason'),
      ...(cover !== undefined && { cover: cover === 'true' }),
      ...(shift !== undefined && { shift: Number(shift) }),
    })
    try {
      await runInSite(call, { access: 'write' }, (ctx) =>
        answerByLink(ctx, app.config.SESSION_SECRET, args.params.token ?? '', input),
      )
      return jsonReply({ answered: true })
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return jsonReply({ answered: false })
      throw error
    }
  })

export default function AnswerByLink() {
  const { page, choice, now } = useLoaderData<typeof loader>()
  const given = useActionData<{ answered?: boolean }>()
  return <AnswerScreen page={page} choice={choice} now={now} answered={given?.answered === true} />
}
