import * as z from 'zod'
import type { Ctx } from '#server/engine/access/context.ts'
import { csvFileName } from '#server/engine/collections/csv.ts'
import type { Declaration } from '#server/engine/collections/define.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { flagOf } from '#server/engine/collections/filters.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import { retryOnConflict } from '#server/engine/kernel/transaction-conflict.ts'
import type { DecodedCsv } from '#server/engine/parsing/csv-file-contract.ts'
import { CSV_JOB } from '#server/engine/parsing/jobs.ts'
import { parseFile } from '#server/engine/parsing/parse-file.ts'
import { isLarge, readJson } from './body.ts'
import { type CallHandler, del, type Endpoint, get, post, put } from './calls.ts'
import { readMultipart } from './multipart.ts'
import { idFrom } from './parse.ts'
import {
  authenticate,
  inHeavyTurn,
  isRead,
  permitAnyone,
  readInSite,
  recordUse,
  runInSite,
  type SiteCall,
} from './pipeline.ts'
import { json } from './problem.ts'

/*
 * The generic calls of every collection. The collection declares permissions and the engine checks them; the API's
 * description uses the same declarations (`openapi.ts`).
 */

type Input = {
  engine: CollectionsEngine
  name: string
  url: URL
  body: unknown
  file: DecodedCsv | undefined
  id: () => number
}

type Run = (ctx: Ctx, input: Input) => Promise<unknown>

const DESCRIBED_BY_ITS_COLLECTION = { summary: '', requires: 'member', answer: z.unknown() } as const

const collectionOf = ({ app }: SiteCall, name = ''): string => {
  if (!app.collections.has(name)) throw notFound()
  return name
}

/** Whether a collection has a call; one that no one may make does not exist. */
type Offers = (declaration: Declaration) => boolean

const offered =
  (offers: Offers): NonNullable<CallHandler['exists']> =>
  ({ context: { app }, params }) => {
    const declaration = app.collections.declarations.find(({ contract }) => contract.name === params.collection)
    return declaration !== undefined && offers(declaration)
  }

const reads: Offers = ({ admin }) => admin.read !== null
const creates: Offers = ({ admin }) => admin.create !== null
const updates: Offers = ({ admin }) => admin.update !== null
const deletes: Offers = ({ admin }) => admin.remove

const onCollection = (offers: Offers, run: Run, status?: 201 | 202): CallHandler => ({
  ...DESCRIBED_BY_ITS_COLLECTION,
  exists: offered(offers),
  ...(status && { status }),
  optionsFor: () => ({ permit: permitAnyone }),
  handle: async (call, { params }) => {
    const { app, request } = call
    const name = collectionOf(call, params.collection)
    const file = isForm(request) ? await readFile(call, name) : undefined
    if (!file && isLarge(request)) await authenticate(call)
    const body = file || isRead(request) || request.method === 'DELETE' ? undefined : await readJson(request)
    const input = { engine: app.collections, name, url: new URL(request.url), body, file, id: () => idFrom(params.id) }
    const read = (of: SiteCall) => readInSite(of, (ctx) => run(ctx, input))
    // A caller without credentials is refused without waiting.
    const waits = isLong(input.url) && (call.actor || call.credentials.kind !== 'none')
    if (isRead(request)) return waits ? inHeavyTurn(call, read) : read(call)
    const transaction = () => runInSite(call, { access: 'write' }, (ctx) => run(ctx, input))
    return removes(request, body) ? retryOnConflict(transaction) : transaction()
  },
})

const LONG_LIST = 1000

/** Whether a list may be long: `limit=-1` or a large number. */
const isLong = ({ searchParams }: URL): boolean =>
  searchParams.getAll('limit').some((limit) => limit === '-1' || Number(limit) > LONG_LIST)

/** A removal wins over concurrent writes to the same records, such as a page that marks them as read. */
const removes = ({ method }: Request, body: unknown): boolean =>
  method === 'DELETE' || (typeof body === 'object' && body !== null && !Array.isArray(body) && 'remove' in body)

const bodyOf = ({ body }: Input): unknown => {
  if (body === undefined) throw invalid({ non_field_errors: ['A JSON body is needed.'] })
  return body
}

export const listRecords = get(
  onCollection(reads, (ctx, { engine, name, url }) => engine.list(ctx, name, url.searchParams)),
)

/** The list at a separate path, for a collection whose creation is a command. */
export const listRecordsOf = (name: string): Endpoint =>
  get({
    ...listRecords.calls[0]!,
    exists: () => true,
    handle: (call, args) => listRecords.calls[0]!.handle(call, { ...args, params: { collection: name } }),
  })

export const getRecord = get(
  onCollection(reads, (ctx, { engine, name, url, id }) => engine.get(ctx, name, id(), url.searchParams)),
)

/** Creates records, or imports a CSV file. `?preview` returns the effect of the import. */
export const createRecords = post(
  onCollection(
    creates,
    async (ctx, input) => {
      const { engine, name, file } = input
      if (!file) return engine.create(ctx, name, bodyOf(input))
      const preview = isPreview(input.url)
      const answer = await engine.importCsv(ctx, name, file, { preview })
      return preview ? json(answer) : answer
    },
    201,
  ),
)

export const updateRecords = put(
  onCollection(updates, (ctx, input) => input.engine.update(ctx, input.name, bodyOf(input))),
)

/** Changes one record, like the list's call with this object. The body needs no id. */
export const updateRecord = put(
  onCollection(updates, (ctx, input) => {
    const [body, id] = [bodyOf(input), input.id()]
    const [record, ...more] = Array.isArray(body) ? body : [body]
    if (more.length || typeof record !== 'object' || record === null || Array.isArray(record))
      throw invalid({ non_field_errors: ['Send one object.'] })
    if ('id' in record && record.id !== id) throw invalid({ id: [`Must be ${id}, as in the address.`] })
    return input.engine.update(ctx, input.name, { ...record, id })
  }),
)

/** Number of other records that the caller has confirmed to remove. */
function confirmedIn({ searchParams }: URL): number | null {
  const text = searchParams.get('confirm')
  if (text === null || text === '') return null
  if (!/^\d{1,9}$/.test(text)) throw invalid({ confirm: ['Must be a number.'] })
  return Number(text)
}

/** Removes a record. 409 with the counts when that affects others, unless `?confirm` is their number. */
export const removeRecord = del(
  onCollection(deletes, async (ctx, { engine, name, id, url }) => {
    const choice = engine.choiceInQuery(name, url)
    const { token } = await engine.remove(ctx, name, id(), confirmedIn(url), choice)
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store', 'undo-token': token } })
  }),
)

export const changeManyRecords = post(
  onCollection(
    (of) => updates(of) || deletes(of),
    (ctx, input) => input.engine.bulk(ctx, input.name, bodyOf(input)),
  ),
)

export const undoRemoval = post(
  onCollection(
    (of) => updates(of) || deletes(of),
    (ctx, input) => input.engine.undo(ctx, input.name, bodyOf(input)),
  ),
)

/**
 * An export takes longer than a transaction may: each page is read in a short transaction, in the site's heavy turn.
 */
export const exportRecords = get({
  ...DESCRIBED_BY_ITS_COLLECTION,
  exists: offered(reads),
  optionsFor: () => ({ permit: permitAnyone }),
  handle: async (call, { params }) => {
    const { app, site } = call
    const name = collectionOf(call, params.collection)
    const declaration = app.collections.declarations.find(({ contract }) => contract.name === name)
    if (!declaration) throw notFound()
    const actor = await authenticate(call)
    await recordUse(call, actor)
    const rows = await app.collections.exportCsv(
      {
        site,
        actor,
        clock: app.clock,
        withDb: (access, work) => app.heavyTurn(site.id, () => app.withSite(site.id, work, { access })),
      },
      name,
      new URL(call.request.url).searchParams,
      async () => {
        if (actor.kind === 'person') await app.limits.take('export', { site: site.id, person: actor.person.id })
      },
    )
    return new Response(streamOf(rows), {
      headers: {
        'cache-control': 'no-store',
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${csvFileName(declaration)}"`,
      },
    })
  },
})

const MAX_FORM = 6 * 1024 * 1024

const isForm = ({ method, headers }: Request) =>
  method === 'POST' && /^multipart\/form-data/i.test(headers.get('content-type') ?? '')

/** Decodes a form's file in a thread, for callers who may import it, outside transactions. */
async function readFile(call: SiteCall, name: string): Promise<DecodedCsv> {
  const { app, site, request } = call
  app.collections.requireImporting({ actor: await authenticate(call) }, name)
  const file = (await readMultipart(request, MAX_FORM)).get('file')
  if (!(file instanceof File)) throw invalid({ file: ['Choose a file.'] })
  return parseFile(app.parsers, site.id, CSV_JOB, new Uint8Array(await file.arrayBuffer()))
}

/** Whether an import is only a preview. Refuses an unreadable value, so that the file is not stored by mistake. */
export function isPreview({ searchParams }: Pick<URL, 'searchParams'>): boolean {
  const text = searchParams.get('preview')
  const preview = text === null ? false : flagOf(text)
  if (preview === null) throw invalid({ preview: ['Must be true or false.'] })
  return preview
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
