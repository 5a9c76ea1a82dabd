import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { WebContext } from '#app/web/context.ts'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { factorCookie } from '../session/factor-cookie.ts'
import { paths, withNext } from '../shell/paths.ts'
import { SIGN_IN_BODY } from './body.ts'
import { readForm } from './multipart.ts'
import { receiveCall, requireSite } from './pipeline.ts'
import { bodyOf, isDomainError, json, problem } from './problem.ts'
import { ownPath } from './screen.ts'

/** A form of a page always comes with an origin, signed in or not. */
const BROWSER = { kind: 'cookie', token: '' } as const

/** The action of a public form (signing in), of at most 16 KiB: exact origin, then `work`, which opens its own transactions. */
export const publicAction =
  (work: (app: WebContext, site: Site, form: FormData, args: ActionFunctionArgs) => Promise<Response>) =>
  async (args: ActionFunctionArgs): Promise<Response> => {
    const { app, requestId } = args.context
    let form: FormData | undefined
    try {
      const { site } = receiveCall(args, { credentials: BROWSER })
      form = await readForm(args.request, SIGN_IN_BODY)
      return await work(app, site, form, args)
    } catch (error) {
      const answer = problem(error, { log: app.log, requestId })
      // The 429 page, not the form, says what happened.
      if (answer.status === 429) throw answer
      const step = isDomainError(error) ? secondStep(error, askedPage(args)) : null
      if (step) return step
      if (!isDomainError(error)) return answer
      return json({ problem: bodyOf(error), status: answer.status, given: givenIn(form) }, answer.status)
    }
  }

/** What was typed goes back into a form that was sent before its script ran. Never a password. */
const givenIn = (form: FormData | undefined): Record<string, string> =>
  Object.fromEntries(
    ['email', 'name', 'phone'].flatMap((field) => {
      const text = form?.get(field)
      return typeof text === 'string' && text ? [[field, text]] : []
    }),
  )

/**
 * A public address that leads elsewhere (sign-in by a provider). What is refused is said on hello, where every way in
 * begins; nothing but hello's own words are ever shown there.
 * @param cameFor the page that its person came for: refused or asked for a second step, they still get there.
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

/** The page that the address itself names, if it is one of this site. */
const askedPage = ({ request }: { request: Request }): string | null => {
  const next = new URL(request.url).searchParams.get('next')
  return next && ownPath(next)
}

/** Whatever the first step was, the second one has a page of its own; its ticket travels in a cookie. */
function secondStep({ extras: { body } }: DomainError, next: string | null): Response | null {
  if (typeof body?.ticket !== 'string' || !Array.isArray(body.factor_required)) return null
  return redirect(withNext(paths.factor, next), {
    headers: { 'set-cookie': factorCookie({ ticket: body.ticket, factors: body.factor_required.map(String) }) },
  })
}
