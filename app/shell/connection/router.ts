import type { Navigation } from '@remix-run/react'
import { routeOfData, withoutDataParameter } from '#app/web/remix-protocol.ts'
import type { RootData } from '../root-data.ts'

/*
 * Uses of Remix's router beyond its documented interface, next to `app/web/remix-protocol.ts`.
 * tests/e2e/connection.spec.ts fails when Remix changes.
 */

type LazyRoute = { id: string; lazy?: () => Promise<unknown>; children?: LazyRoute[] }
type Router = {
  routes: LazyRoute[]
  state: { location: { pathname: string; search: string }; navigation: Navigation; loaderData: Record<string, unknown> }
  revalidate: () => void
}
type RouteFiles = { module: string; imports?: string[]; css?: string[] }

declare global {
  interface Window {
    __remixRouter?: Router
    __remixContext?: { state: { loaderData?: { root?: RootData } } }
  }
}

const manifest = () =>
  (window as unknown as { __remixManifest?: { routes: Record<string, RouteFiles | undefined> } }).__remixManifest

export function filesOf(route: string): string[] {
  const files = manifest()?.routes[route]
  return files ? [files.module, ...(files.imports ?? []), ...(files.css ?? [])] : []
}

/** A request for a page's data, or a form sent to a page. */
export type DataRequest = { route: string; url: URL }

/** Null for a request that is not from Remix's router. */
export function dataRequest(input: RequestInfo | URL): DataRequest | null {
  if (typeof input !== 'string') return null
  const route = routeOfData(input)
  return route === null ? null : { route, url: withoutDataParameter(new URL(input, location.href)) }
}

/** The loaded data of a route, if `url` is its URL. */
export function shownData({ route, url }: DataRequest): { data: unknown } | null {
  const state = window.__remixRouter?.state
  if (!state || !(route in state.loaderData)) return null
  const { pathname, search } = state.location
  return url.pathname === pathname && url.search === search ? { data: state.loaderData[route] } : null
}

/** Whether a form is being sent that opens another page, such as signing out. */
export function leavesThePage({ url }: DataRequest): boolean {
  const state = window.__remixRouter?.state
  return state?.navigation.state === 'submitting' && url.pathname !== state.location.pathname
}

/** The person that the page was rendered for; null for a visitor. */
export const shownPerson = (): number | null =>
  (window.__remixRouter?.state.loaderData.root as RootData | undefined)?.viewer?.id ?? null

/** Whether the server rendered the page in the admin view. */
export const isDrawnForAdmin = (): boolean => window.__remixContext?.state.loaderData?.root?.viewer?.role === 'admin'

export const readPageAgain = () => window.__remixRouter?.revalidate()

export const formAnswer = (body: object, status: number) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-remix-response': 'yes' },
  })

/** The redirect target of a router response; null for any other response. */
export const redirectOf = (answer: Response): string | null => answer.headers.get('x-remix-redirect')

const isNotReached = ({ status }: Response) => [502, 503, 504].includes(status)

/** Whether a router response comes from a proxy: the product is restarting or unreachable. */
export const isFromAProxy = (answer: Response): boolean =>
  isNotReached(answer) && ![...answer.headers.keys()].some((name) => name.startsWith('x-remix-'))

/** The same for a call of the API, which the product answers in JSON. */
export const isPageOfAProxy = (answer: Response): boolean =>
  isNotReached(answer) && !answer.headers.get('content-type')?.includes('json')

/**
 * Fetches the files of every page that is loaded on demand before the router does, with `wait` until there is an
 * answer. Remix reloads the document when a page's code fails to load, which loses typed text, and offline the page
 * itself. A form sent to another page does not wait for its code, which is not shown.
 */
export function beforeLazyRoutes(
  fetchFiles: (files: string[]) => Promise<unknown>,
  wait: (work: () => Promise<unknown>) => Promise<unknown>,
): void {
  const guard = (route: LazyRoute) => {
    const { id, lazy } = route
    const fetched = () => fetchFiles(filesOf(id))
    const guarded = async () => {
      const opensPage = window.__remixRouter?.state.navigation.state !== 'idle'
      if (opensPage) {
        await wait(fetched)
        if (!(await isImported(id))) return openDocument()
      } else if (await fetched().then(isNothing, isConnectionError)) {
        // The router drops `lazy` once it has answered; the page still has to be loaded when opened.
        setTimeout(() => {
          route.lazy = guarded
        })
        return {}
      }
      return lazy?.()
    }
    if (lazy) route.lazy = guarded
    route.children?.forEach(guard)
  }
  window.__remixRouter?.routes.forEach(guard)
}

/**
 * Imports the code of a route. A browser never requests a module again that once got no answer, such as while a part
 * was loaded ahead.
 */
async function isImported(route: string): Promise<boolean> {
  const module = manifest()?.routes[route]?.module
  try {
    if (module) await import(/* @vite-ignore */ module)
    return true
  } catch (error) {
    if (!isConnectionError(error)) throw error
    return false
  }
}

/** Loads the opened page as a document; the router would load the old one again. */
function openDocument(): Promise<never> {
  const { pathname = '/', search = '', hash = '' } = window.__remixRouter?.state.navigation.location ?? {}
  location.assign(pathname + search + hash)
  return new Promise(() => {})
}

const isNothing = () => false

/** Whether a request got no answer: browsers report a TypeError, also for a failed import. */
export const isConnectionError = (error: unknown): boolean => error instanceof TypeError
