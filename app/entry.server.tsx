import { PassThrough } from 'node:stream'
import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { NonceContext } from './shell/nonce.ts'

const ABORT_AFTER_MS = 10_000
const REFRESH_AFTER_S = 5

/** Renders a page. The nonce of the content security policy reaches every script and style through a context. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  return new Promise<Response>((resolve, reject) => {
    let code = status
    let begun = false
    const begin = () => {
      begun = true
      const body = new PassThrough()
      headers.set('content-type', 'text/html; charset=utf-8')
      // A browser asks for the page again by itself, also without its script; a form is not sent again.
      if (status === 503 && request.method === 'GET') headers.set('refresh', String(REFRESH_AFTER_S))
      if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store')
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }))
      stream.pipe(body)
    }
    const bot = isbot(request.headers.get('user-agent') ?? '')
    const stream = renderToPipeableStream(
      <NonceContext.Provider value={context.nonce}>
        <RemixServer context={remix} url={request.url} nonce={context.nonce} abortDelay={ABORT_AFTER_MS} />
      </NonceContext.Provider>,
      {
        nonce: context.nonce,
        ...(!bot && { onShellReady: begin }),
        onAllReady: () => {
          clearTimeout(limit)
          if (bot) begin()
        },
        onShellError: reject,
        onError: (error: unknown) => {
          code = 500
          if (begun) context.app.log.error({ err: error, request_id: context.requestId }, 'rendering failed')
        },
      },
    )
    // Cleared as soon as the page is complete: it would keep the page in memory.
    const limit = setTimeout(() => stream.abort(), ABORT_AFTER_MS + 1000).unref()
  })
}

/** Logs errors that no pipeline has handled. Visitors never see the stack. */
export function handleError(error: unknown, { context, request }: { context: AppLoadContext; request: Request }) {
  if (request.signal.aborted) return
  // Client errors are no failures of ours; logging them as errors would let outsiders flood the reports.
  if (isRouteErrorResponse(error) && error.status < 500)
    context.app.log.info({ status: error.status, detail: error.data, request_id: context.requestId }, 'page refused')
  else context.app.log.error({ err: error, request_id: context.requestId }, 'page failed')
}
