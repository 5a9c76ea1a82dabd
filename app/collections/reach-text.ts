import { wordList } from '#server/engine/kernel/word-list.pure.ts'

export type Reach = {
  confirm: number
  also_removed: Record<string, number>
  also_cleared: Record<string, number>
  also_held?: Record<string, number>
  also_worked?: { signed_in?: number; hours?: number }
  shifts_ahead?: number
}

const WORDS: Record<string, readonly [one: string, many: string]> = {
  availability: ['availability mark', 'availability marks'],
  equipment: ['piece of equipment', 'pieces of equipment'],
  news: ['news post', 'news posts'],
  profileentries: ['profile answer', 'profile answers'],
  savedviews: ['saved view', 'saved views'],
  scheduled_sendings: ['scheduled message', 'scheduled messages'],
  template_shifts: ['shift of a template', 'shifts of templates'],
  training: ['training', 'trainings'],
}

/** Formats a number of records: "1 event", "3 pieces of equipment". */
export const counted = ([name, n]: [string, number]): string => {
  const [one, many] = WORDS[name] ?? [name.replace(/s$/, ''), name]
  return `${n} ${n === 1 ? one : many}`
}

const listed = (counts: Record<string, number>): string => wordList(Object.entries(counts).map(counted))

const heldText = (messages: number) =>
  messages === 1
    ? '1 scheduled message needs it and won’t be sent.'
    : `${messages} scheduled messages need it and won’t be sent.`

export function workedText({ signed_in = 0, hours = 0 }: NonNullable<Reach['also_worked']>): string {
  const people =
    signed_in === 1
      ? '1 person is signed in. Their recorded time stops now.'
      : `${signed_in} people are signed in. Their recorded time stops now.`
  return [
    signed_in > 0 && people,
    hours > 0 && `${hours} ${hours === 1 ? 'recorded hour stays' : 'recorded hours stay'} on the timesheets.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function reachText(
  {
    also_removed: removed = {},
    also_cleared: cleared = {},
    also_held: held = {},
    also_worked: worked = {},
  }: Partial<Reach>,
  name: string,
): string {
  const total = Object.values(removed).reduce((sum, n) => sum + n, 0)
  return [
    total > 0 && `${listed(removed)} ${total === 1 ? 'is' : 'are'} deleted too.`,
    Object.keys(cleared).length > 0 && `${name} is taken off ${listed(cleared)}.`,
    held.messages && heldText(held.messages),
    workedText(worked),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The counts in the answer of a call that asks for a confirmation; null for any other answer. */
export const reachOf = (body: unknown): Reach | null =>
  typeof body === 'object' && body !== null && 'confirm' in body && typeof body.confirm === 'number'
    ? (body as Reach)
    : null
