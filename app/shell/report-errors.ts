import { paths } from './paths.ts'

/** A page that fails over and over says so a few times. */
const MOST_A_PAGE = 5
/** What the server has reported itself, what is another origin’s, and what is no defect: a lost connection, a late drawing. */
const NOT_OURS = /^(Unexpected Server Error|Script error\.?)$|fetch|network|load failed|abort|ResizeObserver/i

type Loaded = { state: { loaderData?: { root?: { viewer?: object | null } } | null } }
/** As the page stands now: signing in is no new document. */
const signedIn = () => {
  const { __remixRouter, __remixContext } = window as { __remixRouter?: Loaded; __remixContext?: Loaded }
  return Boolean((__remixRouter ?? __remixContext)?.state.loaderData?.root?.viewer)
}

let told = 0

/**
 * Tells the server of an error that nothing caught; nothing waits for it and its failure is silent. Nobody vouches for what a
 * visitor's browser says, so only the signed-in do.
 */
export function reportError(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' }
  if (told >= MOST_A_PAGE || NOT_OURS.test(message) || !signedIn()) return
  told += 1
  const body = JSON.stringify({
    level: 'error',
    message: message.slice(0, 2000),
    stack: (stack ?? '').slice(0, 20_000),
  })
  const headers = { 'content-type': 'application/json' }
  fetch(paths.report, { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}

/** Listens for errors that nothing caught. They go on to the console, as without this. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error, message }) => reportError(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
}
