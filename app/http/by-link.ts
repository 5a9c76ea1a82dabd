import type { ActionFunctionArgs } from '@remix-run/node'
import type { ZodType } from 'zod'
import { NOBODY } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { addressOf } from '../session/device.ts'
import { SIGN_IN_BODY } from './body.ts'
import { type CallDetails, type CallHandler, type CallInput, descriptionOf, readInput } from './calls.ts'
import { readForm } from './multipart.ts'
import { parse } from './parse.ts'
import { permitAnyone, respond, runInSite, type SiteCall } from './pipeline.ts'
import { json, named } from './problem.ts'
import { jsonReply, type Reply } from './reply.ts'
import { screen } from './screen.ts'

/** Reads no cookie or other credentials, so that no foreign page can borrow them: any origin may call. */
const BY_ADDRESS = { credentials: { kind: 'none' }, actor: NOBODY, anyOrigin: true, permit: permitAnyone } as const

type ByLink<B> = CallDetails<B> & {
  access: 'read' | 'write'
  counts: 'answer_link'
  run: (ctx: Ctx, input: CallInput<B>) => Promise<unknown>
}

/** A call whose URL is the permission: it acts anonymously. */
export const byLink = <B = unknown>({ access, counts, ...definition }: ByLink<B>): CallHandler => ({
  ...descriptionOf(definition, 'anyone'),
  optionsFor: () => BY_ADDRESS,
  handle: async (call, args) => {
    const { app, site, request } = call
    await app.limits.take(counts, { site: site.id, ip: addressOf(request) })
    const input = (await readInput(call, args, { limit: SIGN_IN_BODY, ...definition }))()
    return runInSite(call, { access }, (ctx) => definition.run(ctx, input))
  },
})

type LinkPage<P> = { page: P | null; choice: string | null; now: string }

/**
 * The loader of a page whose URL is the permission: what its link asks, or null where it has expired. Opening it changes
 * nothing: mail scanners follow links.
 */
export const linkScreen = <P>(read: (ctx: Ctx, secret: string, token: string) => Promise<P>) =>
  screen<LinkPage<P>>({
    requires: 'anyone',
    load: async (ctx, { params, request, url, app, site }) => {
      await app.limits.take('answer_link', { site: site.id, ip: addressOf(request) })
      const page = await read(ctx, app.config.SESSION_SECRET, params.token ?? '').catch((error: unknown) => {
        if (error instanceof DomainError && error.code === 'not_found') return null
        throw error
      })
      return { page, choice: url.searchParams.get('answer'), now: ctx.clock.now().toISOString() }
    },
  })

type LinkWork = (call: SiteCall, form: FormData, args: ActionFunctionArgs) => Promise<Reply | Response>

/**
 * The action of a page whose URL is the permission. A refused input returns `{problem}`; too many requests and failures
 * open their error page.
 */
export const linkAction = (counts: 'answer_link' | 'preference_link', work: LinkWork) =>
  Object.assign(
    async (args: ActionFunctionArgs) => {
      const answer = await respond(args, { ...BY_ADDRESS, methods: ['POST'] }, async (call) => {
        await call.app.limits.take(counts, { site: call.site.id, ip: addressOf(args.request) })
        return work(call, await readForm(args.request, SIGN_IN_BODY), args)
      })
      if (answer.status === 429 || answer.status >= 500) throw await named(answer, args.context.requestId)
      return answer.ok ? answer : json({ problem: await answer.json(), status: answer.status }, answer.status)
    },
    { byLink: true },
  )

type YesNo = (ctx: Ctx, secret: string, token: string, answer: 'yes' | 'no') => Promise<DomainError | null>

/** The action of a page that asks for a yes or no. A late or impossible yes returns its reason as text. */
export const yesNoAction = (input: ZodType<{ answer: 'yes' | 'no' }>, run: YesNo) =>
  linkAction('answer_link', async (call, form, { params }) => {
    const { answer } = parse(input, { answer: form.get('answer') ?? undefined })
    const refused = await runInSite(call, { access: 'write' }, (ctx) =>
      run(ctx, call.app.config.SESSION_SECRET, params.token ?? '', answer),
    ).catch((error: unknown) => {
      if (error instanceof DomainError && ['conflict', 'not_found'].includes(error.code)) return error
      throw error
    })
    return jsonReply({ refused: refused?.message ?? null })
  })

export const isLinkAction = (action: unknown): boolean => typeof action === 'function' && 'byLink' in action
