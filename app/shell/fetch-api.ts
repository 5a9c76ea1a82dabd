import { openErrorPage, storeApiError } from './api-error.ts'
import { paths, withNext } from './paths.ts'

/** Shown when a call got no answer. */
export const NETWORK_ERROR = 'Network Error Connecting to Server. Please check your connection or try again later.'

/**
 * For what a screen asks by itself while somebody works on it (suggestions, options, previews): a refusal stays beside what was
 * asked, since an error page would take unsaved work away. A lost session still signs out.
 */
export const HANDLED_STATUSES: readonly number[] = [403, 404, 429, 500, 502, 503, 504]

type Body = Record<string, unknown> | null

/**
 * `fetch` for calls of the product, with the product's handling of errors: each call clears the stored error; no answer
 * is said in the banner; a lost session signs out; 403, 404, 429 and 5xx open their page, which shows what was answered.
 * Whatever else is refused belongs to the form that asked, and so does a question for proof of the person.
 * @param own statuses that the caller deals with itself.
 * @throws as `fetch` does, without an answer.
 */
export async function fetchApi(path: string, init: RequestInit = {}, own: readonly number[] = []): Promise<Response> {
  storeApiError(null)
  const answer = await fetch(path, init).catch((error: unknown) => {
    if (!init.signal?.aborted) storeApiError({ message: NETWORK_ERROR })
    throw error
  })
  // A page's own address answers a lost session by hello, which is no answer to what was asked.
  if (answer.redirected && new URL(answer.url).pathname === paths.hello) signInAgain()
  if (answer.ok || own.includes(answer.status)) return answer
  const copy = answer.clone()
  const said = (await copy.json().catch(() => null)) as Body
  // Forms of the product's own pages carry it one deeper.
  follow(answer.status, (said?.problem as Body | undefined) ?? said)
  return answer
}

function signInAgain(): void {
  const { pathname, search } = window.location
  window.location.assign(withNext(paths.hello, pathname + search))
}

function follow(status: number, body: Body): void {
  if (status === 401 && body?.code) {
    signInAgain()
    return
  }
  const page = status >= 500 ? 500 : [403, 404, 429].find((known) => known === status)
  if (page === undefined || body?.reauth_required === true) return
  openErrorPage(page, { message: typeof body?.detail === 'string' ? body.detail : '', status, body })
}
