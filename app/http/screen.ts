import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { WebContext } from '#app/web/context.ts'
import type { Ctx, WakeUp } from '#server/engine/access/context.ts'
import { type Requirement, requireStanding } from '#server/engine/access/permission.ts'
import { DomainError, forbidden } from '#server/engine/kernel/errors.ts'
import { JsonText } from '#server/engine/kernel/json-text.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { credentialsOf, requireOwnOrigin } from '../session/credentials.ts'
import { paths, withNext } from '../shell/paths.ts'
import { seesAdminView } from './admin-view.ts'
import { readForm } from './multipart.ts'
import { bodyOf, isDomainError, json, problem } from './problem.ts'
import { wakeUp } from './wake-up.ts'

export type ScreenRequest = {
  request: Request
  params: Record<string, string | undefined>
  url: URL
  app: WebContext
  site: Site
}

type ScreenDefinition<T> = {
  requires: Requirement
  load: (ctx: Ctx, request: ScreenRequest) => Promise<T | JsonText<T>>
}

/** The loader of a screen. `text` is the same as JSON, which goes to a page that is open already as it is (`screen-data.ts`). */
export type ScreenLoader<T> = ((args: LoaderFunctionArgs) => Promise<T>) & {
  text: (args: LoaderFunctionArgs) => Promise<string>
}

/** The earlier page survives the detour over hello; only own paths are ever followed. */
export function ownPath(path: string | null | undefined, fallback = '/dashboard'): string {
  if (!path || !/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes('\\')) return fallback
  return new URL(path, 'http://own').origin === 'http://own' ? path : fallback
}

const helloFor = (url: URL) => redirect(withNext(paths.hello, url.pathname + url.search))

function refuse(error: unknown, args: { context: LoaderFunctionArgs['context'] }, url: URL): Response {
  if (isDomainError(error) && error.code === 'unauthenticated') return helloFor(url)
  return problem(error, { log: args.context.app.log, requestId: args.context.requestId })
}

const requireSite = (site: Site | null): Site => {
  if (!site) throw new DomainError('not_found', 'Site not found.')
  return site
}

/**
 * The loader of a screen: permission, one read transaction, plain data. Not signed in goes to hello, a missing access role is
 * the 403 page, an unknown record the 404 page: thrown responses reach the error boundary. An admin who switched to user sees
 * the 403 page like any user; what the API permits does not change.
 */
export function screen<T>(definition: ScreenDefinition<T>): ScreenLoader<T> {
  const found = async (args: LoaderFunctionArgs): Promise<T | JsonText<T>> => {
    const { app, actor } = args.context
    const url = new URL(args.request.url)
    try {
      const site = requireSite(args.context.site)
      requireStanding(actor, definition.requires)
      if (definition.requires === 'admin' && actor.kind === 'person' && !seesAdminView(actor)) throw forbidden()
      const { request, params } = args
      return await app.withSite(site.id, (db) =>
        definition.load(
          { db, site, actor, clock: app.clock, log: app.log, wake: app.wake },
          { request, params, url, app, site },
        ),
      )
    } catch (error) {
      throw refuse(error, args, url)
    }
  }
  const value = async (args: LoaderFunctionArgs) => {
    const data = await found(args)
    return data instanceof JsonText ? data.value() : data
  }
  const text = async (args: LoaderFunctionArgs) => {
    const data = await found(args)
    return data instanceof JsonText ? data.text : JSON.stringify(data)
  }
  return Object.assign(value, { text })
}

type ScreenActionDefinition<T> = {
  requires: Requirement
  handle: (ctx: Ctx, form: FormData, request: ScreenRequest) => Promise<T | Response>
}

/** What a form gets back when its input was refused: messages by field, or one for the whole form. */
export type FormProblem = { problem: Record<string, unknown>; status: number }

/**
 * The action of a screen: exact origin, permission, one write transaction. A refused input comes back as `{problem}` with
 * its 4xx status, so that the form can show each message under its field.
 */
export const screenAction =
  <T>(definition: ScreenActionDefinition<T>) =>
  async (args: ActionFunctionArgs): Promise<Response> => {
    const { app, actor } = args.context
    const url = new URL(args.request.url)
    try {
      const site = requireSite(args.context.site)
      requireOwnOrigin(args.request, credentialsOf(args.request), args.context.app.config)
      requireStanding(actor, definition.requires)
      const form = await readForm(args.request)
      const woken = new Set<WakeUp>()
      const ctx = { site, actor, clock: app.clock, log: app.log, wake: (job: WakeUp) => void woken.add(job) }
      const request = { request: args.request, params: args.params, url, app, site }
      const result = await app.withSite(site.id, (db) => definition.handle({ ...ctx, db }, form, request), {
        access: 'write',
      })
      await wakeUp(app, site, woken)
      return result instanceof Response ? result : json(result ?? {})
    } catch (error) {
      if (isDomainError(error) && ['invalid', 'conflict', 'forbidden', 'throttled'].includes(error.code)) {
        const refused = problem(error, { log: app.log, requestId: args.context.requestId })
        return json({ problem: bodyOf(error), status: refused.status } satisfies FormProblem, refused.status)
      }
      throw refuse(error, args, url)
    }
  }
