import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, type EntryContext, type ServerBuild } from '@remix-run/node'
import type { Ceiling } from './ceiling.ts'

const build = (await import(pathToFileURL(path.resolve('build/server/index.js')).href)) as ServerBuild
const render = build.entry.module.default
const context = { nonce: 'nonce' } as never

/**
 * The ceiling of rendering: node:http and React. Reads the data of a page from its HTML once, then renders the same
 * tree for each request with the built application's React, without queries, loaders, logs or metrics.
 */
export async function reactServer({ html, path: pagePath }: Extract<Ceiling, { kind: 'react' }>): Promise<Server> {
  const request = new Request(`http://bench.localhost${pagePath}`)
  const remix = await prepare(request, loaderDataOf(html))
  return createServer(async (_req, res) => {
    const page = (await render(request, 200, new Headers(), remix, context)) as Response
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(await page.text())
  })
}

function loaderDataOf(html: string): Record<string, unknown> {
  const opening = 'window.__remixContext = '
  const start = html.indexOf(opening) + opening.length
  const { state } = JSON.parse(html.slice(start, html.indexOf(';</script>', start)))
  return state.loaderData
}

/** Lets Remix prepare the page as for the product, with data that is already there. */
async function prepare(request: Request, data: Record<string, unknown>): Promise<EntryContext> {
  let prepared: EntryContext | undefined
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      const module = { ...route!.module, ...(id in data && { loader: () => Response.json(data[id]) }) }
      return [id, { ...route!, module }]
    }),
  )
  const entry = {
    module: {
      ...build.entry.module,
      default: (_request: Request, _status: number, _headers: Headers, remix: EntryContext) => {
        prepared = remix
        return new Response('')
      },
    },
  }
  await createRequestHandler({ ...build, routes, entry } as ServerBuild, 'production')(request, context)
  if (!prepared) throw new Error('The page was not rendered.')
  return prepared
}
