import type { ServerBuild } from '@remix-run/node'
import { createApiCalls } from '#app/http/api-server.ts'
import { createPages } from '#app/http/pages.ts'
import type { WebContext } from '#app/web/context.ts'
import type { Listener } from '#app/web/listener.ts'
import { createWebServer } from '#app/web/server.ts'

type Options = {
  context: WebContext
  build: ServerBuild
  /** Static files: those of the build, or public/ in development. */
  clientFolder: string
}

export const createPagesServer = ({ context, build, clientFolder }: Options): Listener =>
  createWebServer({
    context,
    calls: createApiCalls(build, context),
    pages: createPages(build, context),
    clientFolder,
  })
