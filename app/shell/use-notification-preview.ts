import { useEffect, useRef, useState } from 'react'
import { BACKGROUND_STATUSES, fetchApi } from './fetch-api.ts'

const DEBOUNCE_MS = 500

/** Retry interval of a preview without an answer. Milliseconds. */
const AGAIN_MS = 5000

/** `refused`: the change itself is refused, so that there is nothing to preview. */
export type PreviewState<T> = { preview: T | null; refused: boolean }

/**
 * Loads the recipients of a change: immediately for a new path, later once typing pauses, and again when there was no
 * answer.
 * @param path of the preview call.
 * @param input its body; null makes no call.
 * @param stamp changes with the stored data and so reloads the preview.
 */
export function useNotificationPreviewState<T>(path: string, input: object | null, stamp = ''): PreviewState<T> {
  const [answer, setAnswer] = useState<PreviewState<T> & { key: string }>({ key: '', preview: null, refused: false })
  const body = input && JSON.stringify(input)
  const key = `${path} ${body} ${stamp}`
  const askedPath = useRef('')
  useEffect(() => {
    if (!body) return
    const controller = new AbortController()
    const load = async () => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const init = { method: 'POST', signal: controller.signal, headers, body }
      const response = await fetchApi(path, init, BACKGROUND_STATUSES).catch(() => null)
      const preview = response?.ok ? ((await response.json().catch(() => null)) as T | null) : null
      if (controller.signal.aborted) return
      if (preview || (response && response.status < 429)) setAnswer({ key, preview, refused: !preview })
      else timer = setTimeout(load, AGAIN_MS)
    }
    let timer = setTimeout(load, askedPath.current === path ? DEBOUNCE_MS : 0)
    askedPath.current = path
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [path, body, key])
  return answer.key === key ? answer : { preview: null, refused: false }
}

/** As `useNotificationPreviewState`; null until the answer arrives. */
export const useNotificationPreview = <T>(path: string, input: object | null, stamp = ''): T | null =>
  useNotificationPreviewState<T>(path, input, stamp).preview
