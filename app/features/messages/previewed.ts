import { type Answer, callApi } from '#app/collections/call-api.ts'
import { BACKGROUND_STATUSES } from '#app/shell/fetch-api.ts'
import type { MessageKind } from './draft-state.ts'

type Query = Record<string, string | number>

/** Source of a preview: a stored message, or a template being written. `key` identifies the text. */
export type Previewed = { key: string; ask: (what: 'preview' | 'readers', query: Query) => Promise<Answer> }

/** @param kind `sms`: an email as a text. */
export const previewedMessage = (
  { id, version }: { id: number | null; version: string | null },
  files: readonly number[] = [],
  kind?: 'sms',
): Previewed | null =>
  id === null
    ? null
    : {
        key: `${id} ${version} ${files} ${kind ?? ''}`,
        ask: (what, query) => {
          const search = new URLSearchParams(
            Object.entries({ ...query, ...(kind && { kind }) }).map(([name, value]) => [name, String(value)]),
          )
          return callApi('GET', `/api/messages/${id}/${what}${search.size ? `?${search}` : ''}`)
        },
      }

/** A template as written, without storing it; null while it is empty. */
export const previewedTemplate = (template: { kind: MessageKind; subject: string; body: string }): Previewed | null => {
  const { kind, subject, body } = template
  if (!subject.trim() && !body.trim()) return null
  return {
    key: JSON.stringify([kind, subject, body]),
    ask: (what, query) =>
      callApi('POST', `/api/messagetemplates/${what}`, { kind, subject, body, ...query }, [
        400,
        ...BACKGROUND_STATUSES,
      ]),
  }
}
