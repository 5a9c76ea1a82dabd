import type { RequestListener } from 'node:http'
import path from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import type { ViteDevServer } from 'vite'
import type { Config } from '#server/engine/kernel/config.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DatabaseUrls } from '#server/platform/start-database.ts'
import { buildParsingThread } from '../../scripts/bundle/parsing-thread.mjs'
import type { Product } from './product.ts'

type ProductModule = typeof import('./product.ts')

/** Vite evaluates it again when a file behind it changes, so the module's identity shows an edit. */
type Loaded = { module: ProductModule; build: ServerBuild; product: Product; listener: RequestListener }

type Parts = { vite: ViteDevServer; config: Config; log: Log; urls: DatabaseUrls }

const THREAD = path.resolve('.cache', 'dev', 'parsing-thread.mjs')
/** Editors write a file in several steps. */
const SETTLE_MS = 50

export function createReloadingProduct({ vite, config, log, urls }: Parts) {
  let loaded: Loaded | null = null
  let threadSources: ReadonlySet<string> | null = null

  async function load(): Promise<Loaded> {
    const module = (await vite.ssrLoadModule('/bin/dev/product.ts')) as ProductModule
    const build = (await vite.ssrLoadModule('virtual:remix/server-build')) as ServerBuild
    const threadIsCurrent = threadSources !== null
    if (loaded?.module === module && loaded.build === build && threadIsCurrent) return loaded
    if (!threadIsCurrent) threadSources = await buildThread()
    const keep = loaded?.module === module && threadIsCurrent ? loaded.product : null
    const product = keep ?? (await module.startProduct({ config, log, urls, parsingThread: THREAD }))
    if (loaded && !keep) {
      log.info('server reloaded')
      void loaded.product.stop().catch((error: Error) => log.warn({ err: error }, 'the replaced server did not stop'))
    }
    loaded = { module, build, product, listener: product.serve(build) }
    return loaded
  }

  // One at a time: each sees what the previous one loaded.
  let last: Promise<unknown> = Promise.resolve()
  const current = (): Promise<Loaded> => {
    const next = last.then(load, load)
    last = next
    return next
  }

  let timer: NodeJS.Timeout | undefined
  vite.watcher.on('all', (_event, file) => {
    if (threadSources?.has(file)) threadSources = null
    clearTimeout(timer)
    // Loads an edit into the worker before a page is opened.
    timer = setTimeout(
      () => void current().catch((error: Error) => log.error({ err: error }, 'reload failed')),
      SETTLE_MS,
    )
  })

  return {
    ready: async () => void (await current()),
    listener: (async (req, res) => {
      try {
        const { listener } = await current()
        listener(req, res)
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error)
        res.statusCode = 500
        res.setHeader('content-type', 'text/plain; charset=utf-8')
        res.end(error instanceof Error ? error.stack : String(error))
      }
    }) satisfies RequestListener,
    stop: async () => {
      clearTimeout(timer)
      await last.catch(() => {})
      await loaded?.product.stop()
    },
  }
}

/** @returns the source files of the built module. */
async function buildThread(): Promise<ReadonlySet<string>> {
  const { metafile } = await buildParsingThread(THREAD)
  return new Set(Object.keys(metafile?.inputs ?? {}).map((file) => path.resolve(file)))
}
