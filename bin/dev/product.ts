/** The web process and worker of `npm run dev`; Vite loads this module and replaces it after an edit of server code. */
import type { RequestListener } from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import { createClock } from '#server/engine/kernel/clock.ts'
import type { Config } from '#server/engine/kernel/config.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { createParsers } from '#server/engine/parsing/parsers.ts'
import type { DatabaseUrls } from '#server/platform/start-database.ts'
import { composeWeb } from '../compose-web.ts'
import { composeWorker } from '../compose-worker.ts'
import { createPagesServer } from '../pages-server.ts'

type Parts = { config: Config; log: Log; urls: DatabaseUrls; parsingThread: string }

export type Product = {
  serve(build: ServerBuild): RequestListener
  stop(): Promise<void>
}

export async function startProduct({ config, log, urls, parsingThread }: Parts): Promise<Product> {
  const clock = createClock()
  const parsers = createParsers({ file: parsingThread, threads: config.PARSING_THREADS, log })
  const web = await composeWeb({ config, log, clock, urls, parsers })
  const worker = await composeWorker({ config, log, clock, urls, parsers })
  return {
    serve: (build) => {
      const { server } = createPagesServer({ context: web.context, build, clientFolder: 'public' })
      return (req, res) => void server.emit('request', req, res)
    },
    stop: async () => {
      await parsers.stop()
      await worker.stop()
      await web.stop()
    },
  }
}
