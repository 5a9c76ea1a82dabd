import type { WebContext } from '#app/web/context.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import type { WakeUp } from '#server/engine/access/context.ts'
import { handleCollection } from '#server/engine/collections/handle.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import { retryOnConflict } from '#server/engine/kernel/transaction-conflict.ts'
import type { DecodedCsv } from '#server/engine/parsing/csv-file-contract.ts'
import { CSV_JOB } from '#server/engine/parsing/jobs.ts'
import { parseFile } from '#server/engine/parsing/parse-file.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { type Credentials, credentialsOf, requireOwnOrigin } from '../session/credentials.ts'
import { type ApiArgs, replyEdge } from './api.ts'
import { isLarge, readJson } from './body.ts'
import { describeApi } from './description.ts'
import { readMultipart } from './multipart.ts'
import { noteUse } from './note-use.ts'
import { type Endpoint, endpoint, jsonReply } from './reply.ts'
import { askedBy, type Turn } from './turn.ts'
import { wakeUp } from './wake-up.ts'

const EXPORT = 'export.csv'
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/**
 * The generic calls of every registered collection. `segments` are the path parts after the collection's name. The actor is
 * looked up in the same transaction as the records.
 */
export const collectionApi = (segmentsOf: (params: ApiArgs['params']) => string[]): Endpoint<ApiArgs> =>
  endpoint((args) => {
    const { request, params } = args
    const credentials = credentialsOf(request)
    const work = async (app: WebContext, site: Site, turn: Turn) => {
      const name = params.collection ?? ''
      if (!app.collections.has(name)) throw notFound()
      requireOwnOrigin(request, credentials, app.config)
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const file =
        method === 'POST' && isForm(request)
          ? await readFile(request, { app, site, credentials, turn, name })
          : undefined
      if (!file && isLarge(request)) await app.withSite(site.id, (db) => askedBy({ app, site, db, credentials, turn }))
      const body = file || method === 'GET' || method === 'DELETE' ? undefined : await readJson(request)
      const call = { method, segments: segmentsOf(params), query: new URL(request.url).searchParams, body, file }
      const asked = { app, site, credentials, turn, call, name }
      const answer =
        call.segments[0] === EXPORT
          ? await exporting(asked)
          : await (removes(call) ? retryOnConflict : runOnce)(() => oneTransaction(asked))
      const { body: content, status, headers } = answer
      if (content === null || typeof content === 'string') return jsonReply(content, status, headers)
      return new Response(streamOf(content), { status, headers: { 'cache-control': 'no-store', ...headers } })
    }
    return replyEdge(args, METHODS, work, credentials)
  })

type Call = { method: string; segments: string[]; query: URLSearchParams; body: unknown; file?: DecodedCsv }

/** What removes records wins over whoever writes something of them at the same moment: a page that notes what was read, say. */
const removes = ({ method, segments, body }: Call): boolean =>
  method === 'DELETE' || (segments[0] === 'bulk' && typeof body === 'object' && body !== null && 'remove' in body)

const runOnce = <T>(work: () => Promise<T>): Promise<T> => work()

const MAX_FORM = 6 * 1024 * 1024

const isForm = (request: Request) => /^multipart\/form-data/i.test(request.headers.get('content-type') ?? '')

/** The file of a form, taken apart by a thread, for who may import it and with no transaction open. */
async function readFile(
  request: Request,
  { app, site, credentials, turn, name }: Omit<Asked, 'call'>,
): Promise<DecodedCsv> {
  const actor = await app.withSite(site.id, (db) => askedBy({ app, site, db, credentials, turn }))
  app.collections.requireImporting({ actor }, name)
  const file = (await readMultipart(request, MAX_FORM)).get('file')
  if (!(file instanceof File)) throw invalid({ file: ['Choose a file.'] })
  return parseFile(app.parsers, site.id, CSV_JOB, new Uint8Array(await file.arrayBuffer()))
}

type Asked = { app: WebContext; site: Site; credentials: Credentials; turn: Turn; call: Call; name: string }

async function oneTransaction({ app, site, credentials, turn, call, name }: Asked) {
  const woken = new Set<WakeUp>()
  let used: Actor | undefined
  const answer = await app.withSite(
    site.id,
    async (db) => {
      const actor = await askedBy({ app, site, db, credentials, turn })
      used = actor
      const env = { site, actor, clock: app.clock, log: app.log, wake: (job: WakeUp) => void woken.add(job) }
      return handleCollection(app.collections, { ...env, withDb: (_access, work) => work(db) }, call, name)
    },
    { access: call.method === 'GET' ? 'read' : 'write' },
  )
  await wakeUp(app, site, woken)
  await noteUse(app, site, used)
  return answer
}

/** An export outlives a request's transaction: it reads page by page, each in a short one of its own. */
async function exporting({ app, site, credentials, turn, call, name }: Asked) {
  const actor = await app.withSite(site.id, (db) => askedBy({ app, site, db, credentials, turn }))
  if (actor.kind === 'person') await app.limits.take('export', { site: site.id, person: actor.person.id })
  await noteUse(app, site, actor)
  const env = { site, actor, clock: app.clock, log: app.log, wake: app.wake }
  return handleCollection(
    app.collections,
    { ...env, withDb: (access, work) => app.withSite(site.id, work, { access }) },
    call,
    name,
  )
}

function streamOf(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = parts[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await iterator.return?.()),
  })
}

export const openApi = endpoint((args: ApiArgs) =>
  replyEdge(args, ['GET'], async (app) => jsonReply((await describeApi(app.collections)).text)),
)
