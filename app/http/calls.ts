import * as z from 'zod'
import type { WebContext } from '#app/web/context.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import { scopesOfAddress } from '#server/engine/access/areas.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { type Requirement, requireScopes, requireStanding, requireWriter } from '#server/engine/access/permission.ts'
import type { CallDescription } from '#server/engine/collections/openapi-calls.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { isLarge, readJson } from './body.ts'
import { idFrom, parse } from './parse.ts'
import {
  allowHeader,
  answerCall,
  authenticate,
  type CallOptions,
  type HandlerArgs,
  inHeavyTurn,
  isRead,
  permitAnyone,
  readInSite,
  runInSite,
  type SiteCall,
} from './pipeline.ts'
import { jsonReply, type Reply, toResponse } from './reply.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type BeforeTransaction = {
  app: WebContext
  site: Site
  /** Checks permission in a short transaction, before slow work. */
  admit: () => Promise<unknown>
}

type CheckedBody<B> = { schema: z.ZodType; parseBody: (input: unknown) => B }
/** A multipart form, or a body that is slow to read: it is read before the transaction opens. */
type ReadBody<B> = ({ form: z.ZodObject } | { schema: z.ZodType }) & {
  read: (request: Request, before: BeforeTransaction) => Promise<B>
}

export type Body<B> = z.ZodType<B> | CheckedBody<B> | ReadBody<B>

export type CallInput<B = unknown, Q = unknown> = {
  app: WebContext
  site: Site
  request: Request
  url: URL
  params: Record<string, string | undefined>
  /** The `{id}` of the path; NaN for a path without one. */
  id: number
  query: Q
  body: B
}

export type CallDetails<B, Q = unknown> = Pick<
  CallDescription,
  'summary' | 'answer' | 'status' | 'parameters' | 'undoable'
> & {
  query?: z.ZodType<Q> & z.ZodObject
  body?: Body<B>
  /** Maximum size of a JSON body in bytes. */
  limit?: number
}

/** One call of the API: its input, its permission, its work and its answer. */
export type Definition<B, Q> = CallDetails<B, Q> & {
  requires: Requirement
  /** By default GET reads and every other method writes. */
  access?: 'read' | 'write'
  /** Waits its turn (`inHeavyTurn`): for work that grows with all people or shifts of a club. */
  isHeavy?: true
  /**
   * Runs in one transaction. Returns an object, JSON text, or a finished Response. Reads for a known caller must have
   * no effect outside `ctx.db`: they may run twice (see `readInSite`).
   */
  run: (ctx: Ctx, input: CallInput<B, Q>) => Promise<unknown>
  afterCommit?: (input: CallInput<B, Q>) => void
}

/** A call that needs more than one transaction: `kiosk`, `ownAccount`, `picture`, `anonymous`. */
export type CallHandler = CallDescription & {
  optionsFor: (request: Request) => CallOptions
  handle: (call: SiteCall, args: HandlerArgs) => Promise<unknown>
  /** Whether the call exists at this path; true by default. */
  exists?: (args: HandlerArgs) => boolean
}

export type Call = CallHandler & { method: Method }

/** A loader or action; `calls` describes the calls that it handles. */
export type Endpoint = ((args: HandlerArgs) => Promise<Response>) & { calls: readonly Call[] }

const verb =
  (method: Method) =>
  <B = unknown, Q = unknown>(definition: Definition<B, Q> | CallHandler): Endpoint =>
    endpointOf([{ method, ...('handle' in definition ? definition : inOneTransaction(method, definition)) }])

export const get = verb('GET')
export const post = verb('POST')
export const put = verb('PUT')
export const del = verb('DELETE')

export const calls = (...endpoints: Endpoint[]): Endpoint => endpointOf(endpoints.flatMap((endpoint) => endpoint.calls))

const endpointOf = (endpointCalls: readonly Call[]): Endpoint =>
  Object.assign(async (args: HandlerArgs) => toResponse(await answerWithCall(endpointCalls, args)), {
    calls: endpointCalls,
  })

export const callsAt = (known: readonly Call[], args: HandlerArgs): Call[] =>
  known.filter(({ exists }) => exists?.(args) ?? true)

export function answerWithCall(known: readonly Call[], args: HandlerArgs): Promise<Reply | Response> {
  const { method } = args.request
  const endpointCalls = callsAt(known, args)
  if (!endpointCalls.length)
    return answerCall(args, { methods: [method], anyOrigin: true, permit: permitAnyone }, async () => {
      throw notFound()
    })
  const call = endpointCalls.find((known) => known.method === (method === 'HEAD' ? 'GET' : method))
  const methods = endpointCalls.map((known) => known.method)
  if (!call)
    return answerCall(args, { methods, permit: permitAnyone }, async () =>
      jsonReply(null, 405, { allow: allowHeader(methods) }),
    )
  return answerCall(args, { methods, ...call.optionsFor(args.request) }, async (received) => {
    const result = await call.handle(received, args)
    if (result instanceof Response) return result
    return jsonReply(call.answer === null ? null : result, call.answer === null ? 204 : call.status)
  })
}

export function descriptionOf<B>(
  { summary, parameters, query, body, answer, status, undoable }: CallDetails<B>,
  requires: Requirement,
): CallDescription {
  const described = query ?? parameters
  return {
    summary,
    requires,
    answer,
    ...(described && { parameters: described }),
    ...(body && 'form' in body
      ? { form: body.form }
      : body && { body: body instanceof z.ZodType ? body : body.schema }),
    ...(status && { status }),
    ...(undoable && { undoable }),
  }
}

function inOneTransaction<B, Q>(method: Method, definition: Definition<B, Q>): CallHandler {
  const { requires, access = method === 'GET' ? 'read' : 'write', isHeavy, run, afterCommit } = definition
  // An anonymous call has no caller to expect, and may count against a limit, which must not happen twice.
  const readsOnly = access === 'read' && requires !== 'anyone'
  return {
    ...descriptionOf(definition, requires),
    optionsFor: (request) => ({
      isPublic: requires === 'anyone',
      permit: (actor) => requireCallPermission(actor, requires, access, request),
    }),
    handle: async (call, args) => {
      const inputIn = await readInput(call, args, definition)
      let input: CallInput<B, Q> | undefined
      const work = (ctx: Ctx) => {
        input = inputIn()
        return run(ctx, input)
      }
      const inSite = (of: SiteCall) => (readsOnly ? readInSite(of, work) : runInSite(of, { access }, work))
      const result = await (isHeavy ? inHeavyTurn(call, inSite) : inSite(call))
      if (input) afterCommit?.(input)
      return result
    },
  }
}

/** @throws DomainError 'unauthenticated', 'forbidden'. */
export function requireCallPermission(
  actor: Actor,
  requires: Requirement,
  access: 'read' | 'write',
  request: Request,
): void {
  requireStanding(actor, requires)
  if (requires === 'anyone') {
    if (access === 'write') requireWriter(actor)
  } else if (actor.kind === 'key') requireScopes(actor, scopesOfAddress(request.method, new URL(request.url).pathname))
}

/**
 * Reads the body before a transaction is open, and a large body only for a permitted caller.
 * @returns a function that checks path, query and body; call it once the caller is permitted.
 */
export async function readInput<B, Q>(
  call: SiteCall,
  { params }: HandlerArgs,
  { query, body, limit }: CallDetails<B, Q>,
): Promise<() => CallInput<B, Q>> {
  const { app, site, request } = call
  const read = await readBody(call, body, limit)
  return () => {
    const url = new URL(request.url)
    return {
      app,
      site,
      request,
      params,
      url,
      id: params.id === undefined ? Number.NaN : idFrom(params.id),
      query: query ? parse(query, Object.fromEntries(url.searchParams)) : (undefined as Q),
      body: checked(body, read),
    }
  }
}

async function readBody<B>(call: SiteCall, body: Body<B> | undefined, limit: number | undefined): Promise<unknown> {
  const { app, site, request } = call
  if (isRead(request)) return undefined
  // Count a flood of invalid credentials before reading large bodies for it.
  if (call.credentials.kind !== 'none' && isLarge(request)) await authenticate(call)
  if (body && 'read' in body) return body.read(request, { app, site, admit: () => authenticate(call) })
  return readJson(request, limit)
}

function checked<B>(body: Body<B> | undefined, input: unknown): B {
  if (body === undefined || 'read' in body) return input as B
  return body instanceof z.ZodType ? parse(body, input) : body.parseBody(input)
}
