import { sql } from 'kysely'
import { isTransient } from '#server/engine/kernel/db/transient.ts'
import type { Failures } from '#server/engine/kernel/failures.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { isParseProblem, type Parsers } from '#server/engine/parsing/parsers.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'
import type { SiteDb, WithSite } from '#server/engine/tenancy/with-site.ts'
import { MAX_MARKDOWN, RENDERER_VERSION } from './contract.ts'
import { MARKDOWN_JOB } from './jobs.ts'
import { plainHtml } from './plain.ts'

export type Renderings = {
  /**
   * Renders the pending texts of a site. Resolves when none are left, or after `waitMs` while the rest continues in the
   * background. Never throws.
   */
  settle(site: SiteId, waitMs?: number): Promise<void>
  /** Resolves when running work has ended; stop the threads first. */
  stop(): Promise<void>
}

type Parts = {
  withSite: WithSite
  parsers: Pick<Parsers, 'parse'>
  log: Log
  failures?: Failures
}

type Pending = { table: keyof typeof TEXTS; id: number; text: string; renderer: number }

const TEXTS = { news: 'content', series: 'details', events: 'details', messages: 'body' } as const

const BATCH = 5
/** Failures after which a text is shown as plain text; fewer may be the machine's fault. */
const MAX_ATTEMPTS = 3
/** Longer than a usual text takes, even in a new thread. */
const WAIT_MS = 1_500

/** Renders stored texts in the background, one per site at a time. Create it once per process. */
export function createRenderings({ withSite, parsers, log, failures }: Parts): Renderings {
  const running = new Map<number, { again: boolean; done: Promise<void> }>()
  let stopped = false

  const renderAll = async (site: SiteId) => {
    const seen = new Set<string>()
    while (!stopped) {
      const pending = await withSite(site, listPending)
      const unseen = pending.filter((text) => !seen.has(keyOf(text)))
      if (!unseen.length) return
      for (const text of unseen) {
        if (stopped) return
        seen.add(keyOf(text))
        const result = await render(site, text)
        await withSite(site, (db) => store(db, text, result), { access: 'write' }).catch((error: unknown) => {
          if (isTransient(error)) throw error
          failures?.note('texts', { site, table: text.table, id: text.id }, error)
        })
      }
    }
  }

  const render = async (site: SiteId, { text, renderer }: Pending): Promise<RenderResult> => {
    if (text.length > MAX_MARKDOWN) return { html: plainHtml(text), renderer: RENDERER_VERSION }
    try {
      const { html } = await parsers.parse(site, MARKDOWN_JOB, text)
      return { html, renderer: RENDERER_VERSION }
    } catch (error) {
      if (isParseProblem(error) && error.reason === 'busy') throw error
      const attempts = 1 - Math.min(0, renderer)
      return attempts < MAX_ATTEMPTS
        ? { html: null, renderer: -attempts }
        : { html: plainHtml(text), renderer: RENDERER_VERSION }
    }
  }

  const run = async (site: SiteId) => {
    try {
      let again = true
      while (again && !stopped) {
        await renderAll(site)
        const state = running.get(site)
        again = state?.again ?? false
        if (state) state.again = false
      }
    } catch (error) {
      if (!stopped) log.warn({ site, err: String(error) }, 'texts are still pending; the next tick renders them')
    } finally {
      running.delete(site)
    }
  }

  return {
    settle: async (site, waitMs = WAIT_MS) => {
      if (stopped) return
      const active = running.get(site)
      // The running pass may have missed texts that were stored during it.
      if (active) active.again = true
      else {
        const state = { again: false, done: Promise.resolve() }
        running.set(site, state)
        state.done = run(site)
      }
      await waitAtMost(running.get(site)?.done, waitMs)
    },
    stop: async () => {
      stopped = true
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

type RenderResult = { html: string | null; renderer: number }

const keyOf = ({ table, id }: Pending) => `${table} ${id}`

/** Untried texts first, and of them the latest, since its author is waiting. */
const listPending = async (db: SiteDb): Promise<Pending[]> => {
  const { rows } = await sql<Pending>`
    select pending.table, id, text, renderer from (${sql.join(
      Object.entries(TEXTS).map(([table, column]) => pendingIn(table, column)),
      sql` union all `,
    )}) pending
    order by renderer = 0 desc, renderer desc, updated_at desc, id desc limit ${BATCH}`.execute(db)
  return rows
}

const pendingIn = (table: string, column: string) => sql`
  select ${sql.lit(table)} as table, id, ${sql.ref(column)} as text, renderer, updated_at from ${sql.table(table)}
  where renderer < ${RENDERER_VERSION} and ${sql.ref(column)} <> ''`

/** Stores HTML only beside its source: a newer text waits for its own rendering. */
async function store(db: SiteDb, { table, id, text }: Pending, { html, renderer }: RenderResult): Promise<void> {
  const column = sql.ref(TEXTS[table])
  await sql`update ${sql.table(table)} set rendered_html = coalesce(${html}::text, rendered_html), renderer = ${renderer}
    where id = ${id} and ${column} = ${text}`.execute(db)
}

async function waitAtMost(work: Promise<void> | undefined, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}
