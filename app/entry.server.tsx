import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { scrub } from '#server/engine/kernel/scrub.ts'
import * as adminNavigation from './shell/admin-navigation.tsx'
import { provideAdminNavigation } from './shell/late-navigation.ts'
import { StylesContext } from './shell/look.tsx'
import { NonceContext } from './shell/nonce.ts'
import { stylesOf } from './theme.ts'
import './theme-filled.ts'

const REFRESH_AFTER_S = 5

provideAdminNavigation(adminNavigation)

/**
 * Renders a page as one text: its loaders have finished, so nothing is left to stream (docs/decisions/004). A context
 * passes the nonce of the content security policy and the site's colours.
 * @throws whatever a component throws; Remix then renders the nearest error boundary.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Response {
  const html = renderToString(
    <NonceContext.Provider value={context.nonce}>
      <StylesContext.Provider value={stylesOf}>
        <RemixServer context={remix} url={request.url} nonce={context.nonce} />
      </StylesContext.Provider>
    </NonceContext.Provider>,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  // Browsers reload the page automatically, also without JavaScript; a form is not sent again.
  if (status === 503 && request.method === 'GET') headers.set('refresh', String(REFRESH_AFTER_S))
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store')
  return new Response(`<!DOCTYPE html>${html}`, { headers, status })
}

/** Logs errors that no pipeline has handled. Visitors never see the stack. */
export function handleError(error: unknown, { context, request }: { context: AppLoadContext; request: Request }) {
  if (request.signal.aborted) return
  // Client errors are not our failures; logging them as errors would let outsiders flood the reports. Remix's own
  // refusals quote the URL.
  if (isRouteErrorResponse(error) && error.status < 500) {
    const detail: unknown = typeof error.data === 'string' ? scrub(error.data) : error.data
    context.app.log.info({ status: error.status, detail, request_id: context.requestId }, 'page refused')
  } else context.app.log.error({ err: error, request_id: context.requestId }, 'page failed')
}
