import { paths } from '../paths.ts'
import { shownPerson } from './router.ts'

/*
 * Keeps a write refused by an ended session in this tab, so that the person can send it after signing in again. Never
 * secrets, never files, and only for the same person.
 */
const KEY = 'watchbill-unsent'
const MAX_LENGTH = 100_000
const NOT_KEPT: readonly string[] = [paths.logout, paths.viewAs, paths.actAs, paths.stopActing, paths.consent]

const SECRET = /password|secret|^(verify_)?code$|^(token|response|signed|ticket|repeat)$/

export const isSecretField = (name: string): boolean => SECRET.test(name)

export type UnsentWrite = {
  person: number
  page: string
  kind: 'form' | 'call'
  method: string
  path: string
  fields: [string, string][]
  json?: string
}

type Write = { kind: UnsentWrite['kind']; url: URL; method?: string; body: RequestInit['body'] }

/** Keeps a write of the signed-in person, unless it cannot be sent again. */
export function keepUnsent({ kind, url, method = 'POST', body }: Write): void {
  const person = shownPerson()
  const content = contentOf(body)
  if (person === null || !content || NOT_KEPT.includes(url.pathname) || url.pathname.startsWith('/api/auth/')) return
  if (content.fields.some(([name]) => isSecretField(name))) return
  const path = url.pathname + url.search
  const text = JSON.stringify({ person, page: location.pathname, kind, method, path, ...content } satisfies UnsentWrite)
  if (text.length <= MAX_LENGTH) sessionStorage.setItem(KEY, text)
}

function contentOf(body: RequestInit['body']): Pick<UnsentWrite, 'fields' | 'json'> | null {
  if (typeof body === 'string') return { json: body, fields: leaves(JSON.parse(body)) }
  if (!(body instanceof URLSearchParams || body instanceof FormData)) return null
  const fields = [...body.entries()]
  return fields.every((field): field is [string, string] => typeof field[1] === 'string') ? { fields } : null
}

function leaves(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => leaves(part, Array.isArray(value) ? name : key))
}

export function readUnsent(person: number, page: string): UnsentWrite | null {
  const write = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as UnsentWrite | null
  return write?.person === person && write.page === page ? write : null
}

export const forgetUnsent = () => sessionStorage.removeItem(KEY)

/** The longest typed text; empty for a mere choice. */
export function typedText({ fields }: UnsentWrite): string {
  const texts = fields.map(([, text]) => text.trim()).filter((text) => /\p{L}/u.test(text) && /\s/.test(text))
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
}
