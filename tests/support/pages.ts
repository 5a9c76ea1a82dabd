import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import { createPagesServer } from '#bin/pages-server.ts'
import options from '../../remix.config.js'
import type { Api } from './api.ts'

type RouteModule = { default?: unknown; loader?: unknown; action?: unknown; handle?: unknown }

const files = import.meta.glob<RouteModule>(['../../app/**/routes/*.ts', '../../app/**/routes/*.tsx'])
const nameOf = (file: string) => file.replace(/^.*\/routes\//, '').replace(/\.tsx?$/, '')

export type Route = { id: string; name: string; parentId: string; path?: string; index?: boolean; module: RouteModule }

export async function readRoutes(): Promise<Route[]> {
  const names = Object.keys(files).map(nameOf)
  return Promise.all(
    Object.entries(files).map(async ([file, load]) => {
      const name = nameOf(file)
      const parent = names.filter((other) => name.startsWith(`${other}.`)).sort((a, b) => b.length - a.length)[0]
      const own = parent === undefined ? name : name.slice(parent.length + 1)
      const path = pathOf(own)
      return {
        ...{ id: `routes/${name}`, name, parentId: parent === undefined ? 'root' : `routes/${parent}` },
        ...(path && { path }),
        ...(own.endsWith('_index') && { index: true }),
        module: await load(),
      }
    }),
  )
}

const pathOf = (name: string) =>
  name
    .split(/\.(?!\])/)
    .filter((part) => !part.startsWith('_'))
    .map((part) =>
      part
        .replace(/_$/, '')
        .replace(/^\((.*)\)$/, '$1?')
        .replace(/^\$$/, '*')
        .replace(/^\$/, ':')
        .replaceAll(/[[\]]/g, ''),
    )
    .join('/')

/** The address of a route, with its parameters: `/events/:pk`. */
export function addressOf(routes: readonly Route[], route: Route): string {
  const parent = routes.find(({ id }) => id === route.parentId)
  return `${parent ? addressOf(routes, parent) : ''}${route.path ? `/${route.path}` : ''}`
}

export type PageAnswer = { status: number; headers: IncomingHttpHeaders; text: string }
export type PageRequest = {
  method?: string
  path: string
  /** Its first label names the site; the address of the product unless given. */
  host: string
  headers?: Record<string, string>
  body?: string
}

/** Serves pages and API over HTTP from the sources, as the built product does; scripts and styles are left out. */
export async function startPages({ context }: Api) {
  const routes = await readRoutes()
  const assets = Object.fromEntries(
    [{ id: 'root', path: '' }, ...routes].map(({ module: _module, ...route }: Partial<Route>) => [
      route.id ?? '',
      { ...route, module: '/assets/none.js', imports: [], hasLoader: true, hasAction: true },
    ]),
  )
  const build = {
    entry: { module: await import('#app/entry.server.tsx') },
    routes: {
      root: { id: 'root', path: '', module: await import('#app/root.tsx') },
      ...Object.fromEntries(routes.map((route) => [route.id, route])),
    },
    assets: { entry: { module: '/assets/none.js', imports: [] }, routes: assets, url: '/', version: '1' },
    future: options.future,
    publicPath: '/',
    isSpaMode: false,
  } as unknown as ServerBuild
  const server = createPagesServer({ context, build, clientFolder: 'public' })
  const port = await server.listen(0, '127.0.0.1')
  const { host: domain, protocol } = new URL(context.config.publicOrigin)
  const ask = ({ method = 'GET', path, host, headers = {}, body }: PageRequest): Promise<PageAnswer> =>
    new Promise((resolve, reject) => {
      const form = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
      const sent = { accept: 'text/html', ...form, ...headers, host }
      const asked = httpRequest({ host: '127.0.0.1', port, method, path, headers: sent, agent: false }, (res) => {
        let text = ''
        res.setEncoding('utf8')
        res.on('data', (part: string) => {
          text += part
        })
        res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text }))
      })
      asked.on('error', reject)
      asked.end(body)
    })
  return {
    routes,
    ask,
    hostOf: (label: string) => `${label}.${domain}`,
    originOf: (label: string) => `${protocol}//${label}.${domain}`,
    close: () => {
      server.server.closeAllConnections()
      return server.stop()
    },
  }
}

export type PagesServer = Awaited<ReturnType<typeof startPages>>

/** The words of a page as a reader without scripts sees them; parts are separated by a space. */
export const readText = (html: string): string =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
