import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { WebContext } from '#app/web/context.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { type Requirement, requireStanding } from '#server/engine/access/permission.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'
import { JsonText } from '#server/engine/kernel/json-text.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { paths, withNext } from '../shell/paths.ts'
import { seesAdminView } from './admin-view.ts'
import { readForm } from './multipart.ts'
import { inHeavyTurn, receiveCall, runInSite, type SiteCall } from './pipeline.ts'
import { bodyOf, isDomainError, json, problem } from './problem.ts'

export type ScreenRequest = {
  request: Request
  params: Record<string, string | undefined>
  url: URL
  app: WebContext
  site: Site
}

type ScreenDefinition<T> = {
  requires: Requirement
  /** Waits its turn, as a call does. */
  isHeavy?: true
  load: (ctx: Ctx, request: ScreenRequest) => Promise<T | JsonText<T>>
}

/** The loader of a screen. `text` returns the same data as JSON, for an open page (`screen-data.ts`). */
export type ScreenLoader<T> = ((args: LoaderFunctionArgs) => Promise<T>) & {
  text: (args: LoaderFunctionArgs) => Promise<string>
}

/** Keeps the page to return to while its visitor signs in; follows only paths of this site. */
export function ownPath(path: string | null | undefined, fallback = '/dashboard'): string {
  if (!path || !/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes('\\')) return fallback
  return new URL(path, 'http://own').origin === 'http://own' ? path : fallback
}

/**
 * The page to return to after signing in: the requested one, or the page whose form was sent. Without a known page it
 * is the form's URL, which redirects to its page.
 */
function pageOf({ request }: LoaderFunctionArgs): string {
  const url = new URL(request.url)
  url.searchParams.delete('index')
  const own = url.pathname + url.search
  const referer = request.headers.get('referer')
  if (request.method !== 'POST' || !referer || !URL.canParse(referer)) return own
  const page = new URL(referer)
  return page.host === request.headers.get('host') ? ownPath(page.pathname + page.search, own) : own
}

function refuse(error: unknown, args: LoaderFunctionArgs): Response {
  if (isDomainError(error) && error.code === 'unauthenticated') return redirect(withNext(paths.hello, pageOf(args)))
  return problem(error, { log: args.context.app.log, requestId: args.context.requestId })
}

const permitScreen =
  (requires: Requirement) =>
  (actor: Actor): void => {
    requireStanding(actor, requires)
    if (requires === 'admin' && actor.kind === 'person' && !seesAdminView(actor)) throw forbidden()
  }

/**
 * Loads a screen: checks permission, then reads plain data in one transaction. Redirects to hello without a session;
 * throws a 403 for a missing access role and a 404 for an unknown record to the error boundary. An admin in the user's
 * view gets the 403 page like any user; the API's permissions stay the same.
 */
export function screen<T>(definition: ScreenDefinition<T>): ScreenLoader<T> {
  const load = async (args: LoaderFunctionArgs): Promise<T | JsonText<T>> => {
    const url = new URL(args.request.url)
    try {
      const call = receiveCall(args, { actor: args.context.actor, permit: permitScreen(definition.requires) })
      const { app, site, request } = call
      const load = (of: SiteCall) =>
        runInSite(of, { access: 'read' }, (ctx) =>
          definition.load(ctx, { request, params: args.params, url, app, site }),
        )
      return await (definition.isHeavy ? inHeavyTurn(call, load) : load(call))
    } catch (error) {
      throw refuse(error, args)
    }
  }
  const value = async (args: LoaderFunctionArgs) => {
    const data = await load(args)
    return data instanceof JsonText ? data.value() : data
  }
  const text = async (args: LoaderFunctionArgs) => {
    const data = await load(args)
    return data instanceof JsonText ? data.text : JSON.stringify(data)
  }
  return Object.assign(value, { text })
}

type ScreenActionDefinition<T> = {
  requires: Requirement
  handle: (ctx: Ctx, form: FormData, request: ScreenRequest) => Promise<T | Response>
  afterCommit?: (request: ScreenRequest) => void
}

export type FormProblem = { problem: Record<string, unknown>; status: number }

/**
 * Runs the action of a screen: checks the exact origin and permission, then runs `work` in one write transaction. A
 * refused input returns `{problem}` with its 4xx status, so that the form can show each message under its field.
 */
export const screenAction =
  <T>(definition: ScreenActionDefinition<T>) =>
  async (args: ActionFunctionArgs): Promise<Response> => {
    const { actor, app, requestId } = args.context
    const url = new URL(args.request.url)
    try {
      const call = receiveCall(args, { actor, permit: (who) => requireStanding(who, definition.requires) })
      const { site, request } = call
      call.permit(actor)
      const form = await readForm(request)
      const input = { request, params: args.params, url, app, site }
      const result = await runInSite(call, { access: 'write' }, (ctx) => definition.handle(ctx, form, input))
      definition.afterCommit?.(input)
      return result instanceof Response ? result : json(result ?? {})
    } catch (error) {
      if (isDomainError(error) && ['invalid', 'conflict', 'forbidden', 'throttled'].includes(error.code)) {
        const refused = problem(error, { log: app.log, requestId })
        return json({ problem: bodyOf(error), status: refused.status } satisfies FormProblem, refused.status)
      }
      throw refuse(error, args)
    }
  }
