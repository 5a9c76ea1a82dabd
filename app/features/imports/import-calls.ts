import { problemText } from '#app/collections/problem-text.ts'
import { fetchApi, HANDLED_STATUSES } from '#app/shell/fetch-api.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import type { ImportKind, ImportMapping, ImportOptions, ImportPreview, ImportResult } from '#server/imports/contract.ts'

/** `mapping` holds only the person's corrections; the rest is guessed. */
export type Settings = { kind: ImportKind; file: File; mapping: ImportMapping; options: ImportOptions }

export type Answer<T> = { value: T } | { status: number; message: string }

const UNREACHABLE = 'We can’t reach the server. Nothing was stored. Please try again.'

const toFormData = ({ file, mapping, options }: Settings) => {
  const form = new FormData()
  form.set('file', file)
  form.set('mapping', JSON.stringify(mapping))
  form.set('options', JSON.stringify(options))
  return form
}

/** @param handledStatuses statuses shown beside the file instead of on an error page (see `fetchApi`). */
async function post<T>(
  path: string,
  body: FormData,
  { signal, handledStatuses }: { signal?: AbortSignal; handledStatuses?: readonly number[] } = {},
): Promise<Answer<T>> {
  try {
    const response = await fetchApi(path, { method: 'POST', body, ...(signal && { signal }) }, handledStatuses)
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) return { value: answer as T }
    return { status: response.status, message: problemText(answer) }
  } catch {
    return { status: 0, message: UNREACHABLE }
  }
}

export const fetchPreview = (settings: Settings, signal: AbortSignal) =>
  post<ImportPreview>(`/api/imports/preview?kind=${settings.kind}`, toFormData(settings), {
    signal,
    handledStatuses: HANDLED_STATUSES,
  })

/** A side query: none of its errors opens an error page. */
const ALL_HANDLED = [403, 404, 409, 429, 500, 502, 503, 504]

export const fetchNotificationPreview = (settings: Settings, signal: AbortSignal) =>
  post<{ notifies: NotificationPreview }>(`/api/imports/notifies?kind=${settings.kind}`, toFormData(settings), {
    signal,
    handledStatuses: ALL_HANDLED,
  })

/** @param digest of the preview that the person saw. */
export function sendImport(settings: Settings, digest: string, skipErrors: boolean) {
  const form = toFormData(settings)
  form.set('digest', digest)
  form.set('skip_errors', String(skipErrors))
  return post<ImportResult>(`/api/imports?kind=${settings.kind}`, form)
}
