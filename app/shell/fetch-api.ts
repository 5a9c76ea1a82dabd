import { openErrorPage, storeApiError } from './api-error.ts'
import { noteStep, pathOnly } from './breadcrumbs.ts'
import { isPageOfAProxy } from './connection/router.ts'
import { keepUnsent } from './connection/unsent.ts'
import { paths, withNext } from './paths.ts'

export const NETWORK_ERROR = 'Network Error Connecting to Server. Please check your connection or try again later.'

/**
 * For calls whose screen shows a refusal in place, since an error page would discard unsaved work. A lost session still
 * signs out.
 */
export const HANDLED_STATUSES: readonly number[] = [403, 404, 429, 500, 502, 503, 504]

/**
 * For background calls (suggestions, previews): a lost session does not sign out either. The next user action does, and
 * offers its write again after signing in.
 */
export const BACKGROUND_STATUSES: readonly number[] = [401, ...HANDLED_STATUSES]

type Body = Record<string, unknown> | null

/**
 * `fetch` with the product's error handling: each call clears the stored error; a network failure shows in the banner;
 * a lost session signs out; 403, 404, 429 and 5xx open their error page. Every other refusal, and a request to confirm
 * the password, is left to the caller.
 * @param handled statuses that the caller handles itself.
 * @throws like `fetch`, when there is no answer.
 */
export async function fetchApi(
  path: string,
  init: RequestInit = {},
  handled: readonly number[] = [],
): Promise<Response> {
  storeApiError(null)
  noteStep('call', `${init.method ?? 'GET'} ${pathOnly(path)}`)
  const answer = await answerOf(path, init).catch((error: unknown) => {
    if (!init.signal?.aborted) storeApiError({ message: NETWORK_ERROR })
    throw error
  })
  // Page URLs redirect a lost session to hello, which is no answer to the call.
  if (answer.redirected && new URL(answer.url).pathname === paths.hello && !handled.includes(401))
    signInAgain(path, init)
  if (answer.ok || handled.includes(answer.status)) return answer
  const copy = answer.clone()
  const body = (await copy.json().catch(() => null)) as Body
  // Page actions nest the problem one level deeper.
  const problem = (body?.problem as Body | undefined) ?? body
  if (answer.status === 401 && problem?.code) signInAgain(path, init)
  else openPageOf(answer, problem)
  return answer
}

/** @throws also when a proxy answers for the product. */
async function answerOf(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(path, init)
  if (isPageOfAProxy(answer)) throw new TypeError('No answer from the product.')
  return answer
}

/** Goes to hello and back; a write can be sent again then. */
function signInAgain(path: string, { method = 'GET', body = null }: RequestInit): void {
  const { pathname, search, href } = window.location
  if (method !== 'GET') keepUnsent({ kind: 'call', url: new URL(path, href), method, body })
  window.location.assign(withNext(paths.hello, pathname + search))
}

function openPageOf({ status, headers }: Response, body: Body): void {
  const page = status >= 500 ? 500 : [403, 404, 429].find((known) => known === status)
  if (page === undefined || body?.reauth_required === true) return
  openErrorPage(page, {
    message: typeof body?.detail === 'string' ? body.detail : '',
    status,
    body,
    ...(status >= 429 && { request_id: String(body?.request_id ?? headers.get('x-request-id') ?? '') }),
  })
}
