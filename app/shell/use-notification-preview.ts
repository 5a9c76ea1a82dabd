import { useEffect, useState } from 'react'
import { fetchApi, HANDLED_STATUSES } from './fetch-api.ts'

const PAUSE_MS = 500

/**
 * Whom something would tell, asked of the server when typing pauses; null while that is not known.
 * @param path of the call that only says so. @param ask its body; null asks nothing.
 * @param stamp changes when what is stored does.
 */
export function useNotificationPreview<T>(path: string, ask: object | null, stamp = ''): T | null {
  const [answer, setAnswer] = useState<{ key: string; preview: T } | null>(null)
  const body = ask && JSON.stringify(ask)
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
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [path, body, key])
  return answer?.key === key ? answer.preview : null
}
