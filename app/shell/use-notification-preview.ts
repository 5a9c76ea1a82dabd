import { useEffect, useState } from 'react'
import { fetchApi, HANDLED_STATUSES } from './fetch-api.ts'

const DEBOUNCE_MS = 500

/**
 * Loads from the server who would be notified, once typing pauses; null until the answer arrives.
 * @param path of the preview call. @param input its body; null makes no call.
 * @param stamp changes with the stored data and so reloads the preview.
 */
export function useNotificationPreview<T>(path: string, input: object | null, stamp = ''): T | null {
  const [answer, setAnswer] = useState<{ key: string; preview: T } | null>(null)
  const body = input && JSON.stringify(input)
  const key = `${path} ${body} ${stamp}`
  useEffect(() => {
    if (!body) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      fetchApi(path, { method: 'POST', signal: controller.signal, headers, body }, HANDLED_STATUSES)
        .then((response) => (response.ok ? response.json() : null))
        .then((preview: T | null) => preview && setAnswer({ key, preview }))
        .catch(() => {})
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [path, body, key])
  return answer?.key === key ? answer.preview : null
}
