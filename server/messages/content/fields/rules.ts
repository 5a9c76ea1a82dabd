/**
 * The fields that a message or template may have in double braces: what they are called on screen. A fallback follows a bar:
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

/** The texts of a recipient's fields; an empty text is no value. */
export type FieldValues = Partial<Record<FieldName, string>>

export const isField = (name: string): name is FieldName => Object.hasOwn(FIELDS, name)
export const isButton = (name: FieldName): name is ButtonName => name.startsWith('button.')

/** Braces with up to 200 characters between them: the longest field with its fallback. */
const IN_BRACES = /\{\{([^{}]{0,200})\}\}/g

type Placeholder = { name: string; fallback: string }

function readPlaceholder(inside: string): Placeholder {
  const bar = inside.indexOf('|')
  return bar < 0
    ? { name: inside.trim(), fallback: '' }
    : { name: inside.slice(0, bar).trim(), fallback: inside.slice(bar + 1).trim() }
}

/** Replaces each known field by what `replace` returns; anything else in braces stays. */
export const replaceFields = (text: string, replace: (name: FieldName, fallback: string) => string): string =>
  text.replace(IN_BRACES, (whole, inside: string) => {
    const { name, fallback } = readPlaceholder(inside)
    return isField(name) ? replace(name, fallback) : whole
  })

/** Lists the fields of a text, each once, and whether each of its uses has a fallback. */
export function fieldsIn(text: string): Map<FieldName, { hasFallback: boolean }> {
  const found = new Map<FieldName, { hasFallback: boolean }>()
  replaceFields(text, (name, fallback) => {
    found.set(name, { hasFallback: fallback !== '' && (found.get(name)?.hasFallback ?? true) })
    return ''
  })
  return found
}

/** Writes what is wrong with the fields of a text; null when all are known. */
export function fieldsProblem(text: string): string | null {
  const unknown = new Set(
    [...text.matchAll(IN_BRACES)]
      .map(([, inside = '']) => readPlaceholder(inside).name)
      .filter((name) => !isField(name)),
  )
  if (!unknown.size) return null
  const listed = [...unknown].slice(0, 5).map((name) => `{{${name.slice(0, 40)}}}`)
  return `Unknown: ${listed.join(', ')}. Known are ${Object.keys(FIELDS)
    .map((name) => `{{${name}}}`)
    .join(', ')}.`
}
