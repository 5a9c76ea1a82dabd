import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { WebContext } from '#app/web/context.ts'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { factorCookie } from '../session/cookies.ts'
import { paths, withNext } from '../shell/paths.ts'
import { SIGN_IN_BODY } from './body.ts'
import { readForm } from './multipart.ts'
import { permitAnyone, receiveCall, requireSite } from './pipeline.ts'
import { bodyOf, isDomainError, json, named, problem } from './problem.ts'
import { ownPath } from './screen.ts'

/** A form on a page always sends an origin, signed in or not. */
const BROWSER = { kind: 'cookie', token: '' } as const

/**
 * Runs the action of a public form (signing in) of at most 16 KiB: checks the exact origin, then runs `work`, which
 * opens its transactions.
 */
export const publicAction =
  (work: (app: WebContext, site: Site, form: FormData, args: ActionFunctionArgs) => Promise<Response>) =>
  async (args: ActionFunctionArgs): Promise<Response> => {
    const { app, requestId } = args.context
    let form: FormData | undefined
    try {
      const { site } = receiveCall(args, { credentials: BROWSER, permit: permitAnyone })
      form = await readForm(args.request, SIGN_IN_BODY)
      return await work(app, site, form, args)
    } catch (error) {
      const answer = problem(error, { log: app.log, requestId })
      // The 429 page explains it, not the form.
      if (answer.status === 429) throw await named(answer, requestId)
      const step = isDomainError(error) ? secondStep(error, askedPage(args)) : null
      if (step) return step
      if (!isDomainError(error)) return answer
      return json({ problem: bodyOf(error), status: answer.status, given: givenIn(form) }, answer.status)
    }
  }

/** Returns the typed text to a form sent before its script ran; never a password. */
const givenIn = (form: FormData | undefined): Record<string, string> =>
  Object.fromEntries(
    ['email', 'name', 'phone'].flatMap((field) => {
      const text = form?.get(field)
      return typeof text === 'string' && text ? [[field, text]] : []
    }),
  )

/**
 * Loads a public URL that redirects (signing in with a provider). A refusal is shown on hello, where every sign-in
 * starts, as one of hello's messages.
 * @param cameFor the requested page, which survives a refusal or a second step.
 */
export const publicLoader =
  (
    work: (app: WebContext, site: Site, args: LoaderFunctionArgs) => Promise<Response>,
    cameFor: (args: LoaderFunctionArgs) => string | null = askedPage,
  ) =>
  async (args: LoaderFunctionArgs): Promise<Response> => {
    const { app, requestId } = args.context
    try {
      return await work(app, requireSite(args.context.site), args)
    } catch (error) {
      const next = cameFor(args)
      const step = isDomainError(error) ? secondStep(error, next) : null
      if (step) return step
      if (isDomainError(error) && error.code === 'invalid') {
        app.log.info({ problem: error.message, err: error.extras.cause, request_id: requestId }, 'sign-in refused')
        return redirect(withNext(`${paths.hello}?refused=provider`, next))
      }
      throw problem(error, { log: app.log, requestId })
    }
  }

/** Reads the requested page from the URL, if it is a page of this site. */
const askedPage = ({ request }: { request: Request }): string | null => {
  const next = new URL(request.url).searchParams.get('next')
  return next && ownPath(next)
}

/** Redirects to the second step. A cookie holds its ticket. */
function secondStep({ extras: { body } }: DomainError, next: string | null): Response | null {
  if (typeof body?.ticket !== 'string' || !Array.isArray(body.factor_required)) return null
  return redirect(withNext(paths.factor, next), {
    headers: { 'set-cookie': factorCookie({ ticket: body.ticket, factors: body.factor_required.map(String) }) },
  })
}
