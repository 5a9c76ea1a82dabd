import { AT_THE_LIMIT, QUOTA_LABELS, usageText } from '#server/quotas/rules.ts'
import type { HostNumbers, Overview, Trouble, ZoneDifference } from './contract.ts'

export type Level = 'now' | 'soon'

/** A longer wait needs attention. The alerts of `oldest_due_age` and `planner_behind_seconds` have the same limit. */
export const MAX_WAIT_SECONDS = 300

/** `now`: a message may be lost, or the site has no admin. */
export const levelOf = ({ kind }: Trouble): Level => (kind === 'waiting' || kind === 'no_admin' ? 'now' : 'soon')

const sitesNeed = (count: number) => (count === 1 ? '1 site needs' : `${count} sites need`)

const isBehind = ({ planner_behind }: HostNumbers) => planner_behind > MAX_WAIT_SECONDS

export function hostVerdict({ numbers, now, soon }: Pick<Overview, 'numbers' | 'now' | 'soon'>): string {
  if (isBehind(numbers)) return `No reminders have been planned for ${durationText(numbers.planner_behind)}`
  if (numbers.held) return heldWaitText(numbers.held)
  if (now && soon) return `${sitesNeed(now)} attention now, ${soon} soon`
  if (now || soon) return `${sitesNeed(now || soon)} attention ${now ? 'now' : 'soon'}`
  if (numbers.sites === 0) return 'No sites yet'
  if (numbers.sites <= 2) return numbers.sites === 1 ? 'The only site is fine' : 'Both sites are fine'
  return `All ${numbers.sites} sites are fine`
}

export type Verdict = { word: string; tone: 'green' | 'amber' | 'red' | 'slate' }

const well = (word: string): Verdict => ({ word, tone: 'green' })
const neutral = (word: string): Verdict => ({ word, tone: 'slate' })

const GIB = 1024 ** 3
const HOUR_MS = 3_600_000

/** One word on each number, so that the reader need not know the usual values. `now` is an ISO instant. */
export function verdicts(
  numbers: HostNumbers,
  now: string,
): Record<'people' | 'shifts' | 'messages' | 'due' | 'storage' | 'activity', Verdict> {
  const { new_people, shifts, open_shifts, failed, waiting_since, database_bytes, last_activity } = numbers
  const waited = waiting_since ? (Date.parse(now) - Date.parse(waiting_since)) / 1000 : 0
  const active = last_activity !== null && Date.parse(now) - Date.parse(last_activity) < HOUR_MS
  return {
    people: new_people > 0 ? well('Growing') : neutral('Steady'),
    shifts: shifts === 0 ? neutral('Quiet') : open_shifts * 5 > shifts ? neutral('Short') : well('Covered'),
    messages: failed > 0 ? { word: 'Look', tone: 'amber' } : well('Normal'),
    due: waited > MAX_WAIT_SECONDS || isBehind(numbers) ? { word: 'Act', tone: 'red' } : well('Punctual'),
    storage:
      database_bytes > 50 * GIB ? { word: 'Large', tone: 'amber' } : well(database_bytes > 5 * GIB ? 'Usual' : 'Small'),
    activity: active ? well('Busy') : neutral('Quiet'),
  }
}

const messages = (count: number) => (count === 1 ? '1 message' : `${count} messages`)

export const heldWaitText = (count: number): string => `${messages(count)} may have left before the restore`

export const HELD_ADVICE =
  'watchbill held list counts them by kind. Send them with watchbill held send, or drop them with watchbill held drop.'

const longDay = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

export function zoneText({ zone, day, lasting }: ZoneDifference): string {
  if (day === null) return `${zone} is not known here`
  return lasting
    ? `${zone} means two different times from ${longDay(day)}`
    : `${zone} means two different times for an hour or so on ${longDay(day)}`
}

export const ZONE_MEANING =
  'Node.js and PostgreSQL have different rules for it, and its times may be wrong by an hour. Update the older of the two.'

/** Describes a trouble and its meaning. @param since formats an ISO instant. */
export function troubleText(trouble: Trouble, since: (instant: string) => string): { cause: string; meaning: string } {
  switch (trouble.kind) {
    case 'waiting':
      return {
        cause: `Messages have waited since ${since(trouble.since)}`,
        meaning: `${messages(trouble.messages)} due and not sent. Nothing is lost; they will be sent when sending works again.`,
      }
    case 'no_admin':
      return { cause: 'No one can run the site', meaning: 'There’s no active admin with an email.' }
    case 'failed':
      return {
        cause: `${messages(trouble.messages)} not delivered in the last day`,
        meaning: 'The site’s page shows why.',
      }
    case 'zone':
      return { cause: zoneText(trouble), meaning: ZONE_MEANING }
    case 'sender':
      return {
        cause: `${trouble.address} is not verified any more`,
        meaning: 'Its emails come from the platform’s address. The site’s page shows why.',
      }
    case 'quota':
      return { cause: `${QUOTA_LABELS[trouble.quota]}: ${usageText(trouble)}`, meaning: AT_THE_LIMIT[trouble.quota] }
    case 'unclaimed':
      return {
        cause: 'No admin has signed in yet',
        meaning: 'The site’s page shows whether the invitation arrived and was opened.',
      }
    case 'suspended':
      return { cause: 'Suspended', meaning: 'No one can sign in and nothing is sent. Nothing is lost.' }
  }
}

/** "62 min", "5 h", "3 days": time since an instant, at least one minute. */
export const ageText = (instant: string, now: string): string =>
  durationText((Date.parse(now) - Date.parse(instant)) / 1000)

function durationText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 100) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
