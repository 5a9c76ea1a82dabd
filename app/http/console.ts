import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { WebContext } from '#app/web/context.ts'
import { relyingParty } from '#server/accounts/factors/relying-party.ts'
import type { Device } from '#server/accounts/sessions/sessions.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import { type Operator, PLATFORM_LABEL } from '#server/operators/contract.ts'
import { findOperatorByCookie } from '#server/operators/session.ts'
import type { ConsoleParts } from '#server/operators/sign-in.ts'
import { readSessionCookie } from '../session/cookies.ts'
import { requireOwnOrigin } from '../session/credentials.ts'
import { deviceOf } from '../session/device.ts'
import { paths } from '../shell/paths.ts'
import { readJson, SIGN_IN_BODY } from './body.ts'
import { readForm } from './multipart.ts'
import { bodyOf, isDomainError, json, problem } from './problem.ts'

export type ConsoleArgs = LoaderFunctionArgs | ActionFunctionArgs

export type ConsoleRequest = {
  app: WebContext
  request: Request
  params: Record<string, string | undefined>
  url: URL
  device: Device
}

export const consoleParts = (app: WebContext): ConsoleParts => ({
  authPool: app.pools.auth,
  passwords: app.passwords,
  limits: app.limits,
  clock: app.clock,
  secret: app.config.SESSION_SECRET,
})

export const consoleRelyingParty = (app: WebContext) =>
  relyingParty(app.config, { slug: PLATFORM_LABEL, name: 'Watchbill' })

/** Null until both steps of the sign-in are done. */
export function operatorOf({ context, request }: ConsoleArgs): Promise<Operator | null> {
  const token = readSessionCookie(request.headers.get('cookie'))
  return token ? findOperatorByCookie(consoleParts(context.app), token) : Promise.resolve(null)
}

const requestOf = ({ context, request, params }: ConsoleArgs): ConsoleRequest => ({
  app: context.app,
  request,
  params,
  url: new URL(request.url),
  device: deviceOf(request),
})

/** On a club's host the console responds like an unknown URL. */
function requireConsole({ context }: ConsoleArgs): void {
  if (!context.console) throw notFound()
}

const answerTo = (error: unknown, { context }: ConsoleArgs): Response =>
  problem(error, { log: context.app.log, requestId: context.requestId })

/** Loads a console screen for signed-out visitors; redirects a signed-in operator to the list. */
export const consoleSignInLoader =
  <T>(load: (request: ConsoleRequest) => Promise<T | Response> | T | Response) =>
  async (args: LoaderFunctionArgs): Promise<T | Response> => {
    try {
      requireConsole(args)
      return (await operatorOf(args)) ? redirect(paths.console) : await load(requestOf(args))
    } catch (error) {
      throw answerTo(error, args)
    }
  }

/** Loads a console screen for operators who passed both steps; redirects others to the sign-in. */
export const consoleScreen =
  <T>(load: (operator: Operator, request: ConsoleRequest) => Promise<T>) =>
  async (args: LoaderFunctionArgs): Promise<T> => {
    try {
      requireConsole(args)
      const operator = await operatorOf(args)
      if (!operator) throw redirect(paths.consoleLogin)
      return await load(operator, requestOf(args))
    } catch (error) {
      throw answerTo(error, args)
    }
  }

type Body = Record<string, unknown>

async function bodyFrom(request: Request, limit: number): Promise<Body> {
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    return Object.fromEntries(await readForm(request, limit))
  const body = await readJson(request, limit)
  return typeof body === 'object' && body !== null ? (body as Body) : {}
}

const actionOf =
  (work: (args: ActionFunctionArgs, body: Body) => Promise<unknown>, limit = SIGN_IN_BODY) =>
  async (args: ActionFunctionArgs): Promise<Response> => {
    try {
      requireConsole(args)
      requireOwnOrigin(args.request, { kind: 'cookie', token: '' }, args.context.app.config)
      const result = await work(args, await bodyFrom(args.request, limit))
      return result instanceof Response ? result : json(result ?? {})
    } catch (error) {
      if (isDomainError(error) && error.code === 'unauthenticated') return redirect(paths.consoleLogin)
      const answer = answerTo(error, args)
      if (isDomainError(error) && ['invalid', 'conflict', 'too_large'].includes(error.code))
        return json({ problem: bodyOf(error), status: answer.status }, answer.status)
      throw answer
    }
  }

/**
 * Runs a step of signing in: checks the exact origin, then runs `work`. A refused input returns `{problem}`. Refuses
 * more than `limit` bytes.
 */
export const consoleSignInAction = (
  work: (request: ConsoleRequest, body: Body) => Promise<unknown>,
  limit = SIGN_IN_BODY,
) => actionOf((args, body) => work(requestOf(args), body), limit)

/** Runs a write of an operator: checks the exact origin and a live session, then runs `work`. */
export const consoleAction = (work: (operator: Operator, request: ConsoleRequest, body: Body) => Promise<unknown>) =>
  actionOf(async (args, body) => {
    const operator = await operatorOf(args)
    if (!operator) throw new DomainError('unauthenticated', 'Your session has ended.', { reason: 'session_revoked' })
    return work(operator, requestOf(args), body)
  })

export const auditActor = ({ account }: Operator, { device }: ConsoleRequest) => ({ account, ip: device.ip })

/** Reads an id of an address. @throws DomainError 'not_found' for any other text. */
export function numberIn(text: string | undefined): number {
  if (!text || !/^[1-9]\d{0,14}$/.test(text)) throw notFound()
  return Number(text)
}
