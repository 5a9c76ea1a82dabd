import { paths } from '../paths.ts'
import {
  type DataRequest,
  dataRequest,
  formAnswer,
  isConnectionError,
  isFromAProxy,
  leavesThePage,
  readPageAgain,
  redirectOf,
  shownData,
} from './router.ts'
import { keepUnsent } from './unsent.ts'
import { hideNoConnection, nextAttempt, showNoConnection, untilAnswered } from './waiting.ts'

const NOT_SENT = 'Not sent: there is no connection. What you typed is still here. Please try again.'

type Send = () => Promise<Response>

/**
 * Prevents a lost router request from replacing the page: loaded data stays, another page opens once the connection is
 * back, and a form that could not be sent gets a regular refusal.
 */
export function guardPageRequests(): void {
  const plain = window.fetch.bind(window)
  window.fetch = (input, init) => {
    const request = dataRequest(input)
    if (!request) return plain(input, init)
    const send: Send = async () => {
      const answer = await plain(input, init)
      if (isFromAProxy(answer)) throw new TypeError('No answer from the product.')
      return answer
    }
    const isWrite = init?.method !== undefined && init.method !== 'GET'
    return isWrite ? sendForm(request, send, init) : readData(request, send, init?.signal)
  }
}

async function readData(request: DataRequest, send: Send, signal: AbortSignal | null | undefined): Promise<Response> {
  try {
    const answer = await send()
    lost = 0
    hideNoConnection()
    return answer
  } catch (error) {
    if (signal?.aborted || !isConnectionError(error)) throw error
    const shown = shownData(request)
    if (!shown) return untilAnswered(send, signal)
    void refreshLater()
    return formAnswer(shown.data as object, 200)
  }
}

let lost = 0
let isWaiting = false

async function refreshLater(): Promise<void> {
  if (isWaiting) return
  isWaiting = true
  await nextAttempt(lost++)
  isWaiting = false
  readPageAgain()
}

async function sendForm(request: DataRequest, send: Send, init: RequestInit): Promise<Response> {
  try {
    const answer = await send()
    const target = redirectOf(answer)
    if (target?.startsWith(`${paths.hello}?next=`)) keepUnsent({ kind: 'form', url: request.url, body: init.body })
    return answer
  } catch (error) {
    if (init.signal?.aborted || !isConnectionError(error)) throw error
    if (leavesThePage(request)) return untilAnswered(send, init.signal)
    showNoConnection()
    return formAnswer({ problem: { detail: NOT_SENT }, detail: NOT_SENT, status: 0 }, 503)
  }
}
