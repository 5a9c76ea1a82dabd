import { cutText } from '#server/engine/kernel/cut-text.pure.ts'

/**
 * Fields for double braces in messages and templates, with their labels. A fallback follows a bar:
 * `{{person.first_name|sailor}}`.
 */
export const FIELDS = {
  'person.name': 'Name',
  'person.first_name': 'First name',
  'event.name': 'Event',
  'event.day': 'Event day',
  'event.start': 'Event start',
  'event.location': 'Event location',
  'event.open_shifts': 'Open shifts',
  'shift.start': 'Shift start',
  'shift.assignment': 'Shift assignment',
  'site.name': 'Club',
  'sender.name': 'Sender',
  'button.sign_up': 'Sign-up button',
  'button.event': 'Event button',
  'button.shifts': 'My shifts button',
} as const

export type FieldName = keyof typeof FIELDS
export type ButtonName = Extract<FieldName, `button.${string}`>

/** Field values of a recipient; an empty text is no value. */
export type FieldValues = Partial<Record<FieldName, string>>

export type Buttons = Partial<Record<FieldName, { label: string; url: string }>>

export const isField = (name: string): name is FieldName => Object.hasOwn(FIELDS, name)
export const isButton = (name: string): name is ButtonName => isField(name) && name.startsWith('button.')

/** Braces with up to 200 characters: the longest field with its fallback. */
const IN_BRACES = /\{\{([^{}]{0,200})\}\}/g

export type Placeholder = { name: string; fallback: string }

export function readPlaceholder(inside: string): Placeholder {
  const bar = inside.indexOf('|')
  return bar < 0
    ? { name: inside.trim(), fallback: '' }
    : { name: inside.slice(0, bar).trim(), fallback: inside.slice(bar + 1).trim() }
}

/** Replaces known fields by the result of `replace`; leaves others. */
export const replaceFields = (text: string, replace: (name: FieldName, fallback: string) => string): string =>
  text.replace(IN_BRACES, (whole, inside: string) => {
    const { name, fallback } = readPlaceholder(inside)
    return isField(name) ? replace(name, fallback) : whole
  })

/** Lists everything in double braces, known or not, with start and end offsets. */
export const placeholdersIn = (text: string): (Placeholder & { from: number; to: number })[] =>
  [...text.matchAll(IN_BRACES)].map(({ index, 0: written, 1: inside = '' }) => ({
    from: index,
    to: index + written.length,
    ...readPlaceholder(inside),
  }))

export function splitAtFields(text: string): (string | (Placeholder & { name: FieldName; written: string }))[] {
  const parts: ReturnType<typeof splitAtFields> = []
  let end = 0
  for (const { from, to, name, fallback } of placeholdersIn(text)) {
    if (!isField(name)) continue
    if (from > end) parts.push(text.slice(end, from))
    parts.push({ name, fallback, written: text.slice(from, to) })
    end = to
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** `{{person.first_name}}` → `[First name]`. */
export const withNames = (text: string): string => replaceFields(text, (name) => `[${FIELDS[name]}]`)

/** Lists the fields of a text once each, and whether every use has a fallback. */
export function fieldsIn(text: string): Map<FieldName, { hasFallback: boolean }> {
  const found = new Map<FieldName, { hasFallback: boolean }>()
  replaceFields(text, (name, fallback) => {
    found.set(name, { hasFallback: fallback !== '' && (found.get(name)?.hasFallback ?? true) })
    return ''
  })
  return found
}

/**
 * Returns what is wrong with a text's fields, or null: unknown field, Markdown in a fallback, misplaced button, or a
 * field in an address's host.
 */
export function fieldsProblem(text: string, { buttons = true }: { buttons?: boolean } = {}): string | null {
  const placeholders = placeholdersIn(text)
  const unknown = new Set(placeholders.flatMap(({ name }) => (isField(name) ? [] : [name])))
  if (unknown.size) return unknownText([...unknown])
  const marked = placeholders.find(({ fallback }) => !isPlainFallback(fallback))
  if (marked)
    return `The text after the bar in {{${marked.name}|…}} may have letters, figures and the signs . , : ; ! ? ' - / & % + only.`
  const button = placeholders.find(({ name }) => isButton(name))
  if (button && !buttons) return `A button such as {{${button.name}}} can only be in the message.`
  const inHost = placeholders.find(({ from }) => isInHost(text, from))
  return inHost
    ? `{{${inHost.name}}} cannot be in the first part of an address: write https://club.example/{{${inHost.name}}}.`
    : null
}

function unknownText(names: readonly string[]): string {
  const listed = names.slice(0, 5).map((name) => `{{${cutText(name, 40)}}}`)
  return `Unknown: ${listed.join(', ')}. Known are ${Object.keys(FIELDS)
    .map((name) => `{{${name}}}`)
    .join(', ')}.`
}

const PLAIN = /^[\p{L}\p{M}\p{N}\p{So}€£$ .,:;!?'’–—/&%+-]*$/u

/** Whether a fallback is the same text before and after Markdown. */
const isPlainFallback = (text: string) => PLAIN.test(text) && !/:\/\/|www\.|&[a-z#]/i.test(text)

/** Maximum address length checked before a field. */
const MAX_ADDRESS = 2_000
const ENDS_ADDRESS = new Set([' ', '\n', '\r', '\t', '<', '>', '(', ')', '"', "'", '`', '[', ']'])

/** Whether a field is in the scheme or host of an address. */
function isInHost(text: string, index: number): boolean {
  let from = index
  while (from > 0 && index - from < MAX_ADDRESS && !ENDS_ADDRESS.has(text[from - 1] ?? ' ')) from -= 1
  const before = text.slice(from, index).replaceAll('\\', '/').toLowerCase()
  const slashes = before.indexOf('//')
  if (slashes >= 0) return !/[/?#]/.test(before.slice(slashes + 2))
  return before.endsWith('http:') || before.endsWith('https:') || /https?:\/$/.test(before)
}
