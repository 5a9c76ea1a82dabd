import { onApiError, storeApiError } from '../api-error.ts'
import { NETWORK_ERROR } from '../fetch-api.ts'
import { isConnectionError } from './router.ts'

const MAX_PAUSE_MS = 15_000

/** Requests that wait for the connection, by their retry callbacks. */
const waiting = new Set<() => void>()
const tryAgain = () => {
  for (const go of [...waiting]) go()
}

/** Shows in the banner that there is no connection, with a retry button while something waits. */
export const showNoConnection = () =>
  storeApiError({ message: NETWORK_ERROR, ...(waiting.size > 0 && { retry: tryAgain }) })

/** Removes that banner, unless it now shows something else. */
let isShown = false
if (typeof window !== 'undefined')
  onApiError((error) => {
    isShown = error?.message === NETWORK_ERROR
  })
export const hideNoConnection = () => void (isShown && waiting.size === 0 && storeApiError(null))

/**
 * Repeats `work` until there is an answer: after a growing pause, when the browser is online again, or on request. Once
 * someone types, only on request, since a page that opens automatically would discard their text.
 * @throws what `work` throws for another reason, or when `signal` ends it.
 */
export async function untilAnswered<T>(work: () => Promise<T>, signal?: AbortSignal | null): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      const result = await work()
      hideNoConnection()
      return result
    } catch (error) {
      if (signal?.aborted || !isConnectionError(error)) throw error
    }
    await nextAttempt(attempt, signal)
  }
}

/** Waits until the next retry. @throws an AbortError once `signal` aborts. */
export function nextAttempt(attempt: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    let typed = false
    const type = () => {
      typed = true
    }
    const byItself = () => {
      if (!typed) go()
    }
    const end = () => {
      clearTimeout(timer)
      waiting.delete(go)
      window.removeEventListener('online', byItself)
      document.removeEventListener('input', type, true)
      signal?.removeEventListener('abort', abort)
    }
    const go = () => {
      end()
      resolve()
    }
    const abort = () => {
      end()
      hideNoConnection()
      reject(new DOMException('The page was left.', 'AbortError'))
    }
    const timer = setTimeout(byItself, Math.min(MAX_PAUSE_MS, 1000 * 2 ** attempt))
    waiting.add(go)
    window.addEventListener('online', byItself)
    document.addEventListener('input', type, true)
    signal?.addEventListener('abort', abort)
    showNoConnection()
  })
}
