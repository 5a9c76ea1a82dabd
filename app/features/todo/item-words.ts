import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconCalendarEvent,
  IconCalendarExclamation,
  IconClockEdit,
  IconCloudOff,
  IconHourglass,
  IconMail,
  IconMailOff,
  IconMessageQuestion,
  IconPencil,
  IconShieldX,
  IconUserPlus,
  IconUserQuestion,
  IconUserSearch,
} from '@tabler/icons-react'
import { askedWhen } from '#app/features/answers/no-answer-words.ts'
import { countText } from '#app/ui/count-text.ts'
import type { Icon } from '#app/ui/section-card.tsx'
import { untilText } from '#app/ui/until-text.ts'
import { withNames } from '#server/deliveries/texts/fields.pure.ts'
import type { AddressBlock } from '#server/people/blocked/block.ts'
import type { MissingCompetency } from '#server/suitability/missing/rules.ts'
import type { ToDoItem } from '#server/todo/contract.ts'

/** The facts of all kinds; an item has those of its own. */
export type Facts = {
  requests: readonly number[]
  comments: string
  assignment: string | null
  role: string | null
  modified_start: string | null
  modified_end: string | null
  new: boolean
  series: string
  needed: number
  location: string | null
  cover: number | null
  asked: number
  phone: string | null
  asked_at: string
  nudged_at: string | null
  sms_failed: boolean
  email: string
  confirmed: boolean
  made: string
  unpublished: number
  shifts: number
  inactive: boolean
  missing: readonly MissingCompetency[]
  email_blocked: AddressBlock | null
  sms_blocked: AddressBlock | null
  channel: 'email' | 'sms'
  also_sms: boolean
  problem: string | null
}

export const factsOf = ({ facts }: Pick<ToDoItem, 'facts'>) => facts as Facts

const ICONS: Record<string, Icon> = {
  request: IconUserQuestion,
  times: IconClockEdit,
  decide: IconHourglass,
  silent: IconMessageQuestion,
  gap: IconUserSearch,
  swap: IconArrowsExchange,
  registration: IconUserPlus,
  unreached: IconMailOff,
  draft: IconCloudOff,
  outside: IconCalendarExclamation,
  unfit: IconShieldX,
  message: IconPencil,
}

export const iconOf = (kind: string): Icon => ICONS[kind] ?? IconAlertTriangle

/** What a row is about where it shows no person: an event, or a message. */
export const subjectIconOf = ({ event }: Pick<ToDoItem, 'event'>): Icon =>
  event === null ? IconMail : IconCalendarEvent

/** How a moment is written for the reader. */
export type When = { short: (instant: string) => string; range: (from: string, to: string) => string }

const dutyText = ({ assignment, role }: Facts) => [assignment, role].filter(Boolean).join(', ')

/** What a row is called. Fields of a message are shown by their names. */
export const titleOf = ({ who, what }: Pick<ToDoItem, 'who' | 'what'>): string => who || withNames(what)

/** What a row says after its title: "Helm, Saturday race". */
export function detailText(item: ToDoItem, when: When): string {
  const facts = factsOf(item)
  const own: Record<string, () => (string | false | null)[]> = {
    request: () => [
      facts.requests.length > 1 ? `${facts.series || 'Untitled Series'}, ${facts.requests.length} events` : item.what,
      facts.comments || dutyText(facts),
    ],
    times: () => [item.what, when.range(facts.modified_start ?? '', facts.modified_end ?? '')],
    decide: () => [`Needs ${facts.needed} more`, facts.location],
    silent: () => [dutyText(facts), item.what],
    gap: () => [
      facts.asked ? `${countText(facts.asked, 'person', 'people')} asked, no one left` : 'No one asked yet',
      dutyText(facts),
      item.what,
    ],
    swap: () => [dutyText(facts), item.what],
    registration: () => [facts.email, !facts.confirmed && 'email not confirmed yet'],
    unreached: () => [
      [facts.email_blocked, facts.sms_blocked].flatMap((block) => block?.words ?? []).join(' '),
      item.what,
    ],
    draft: () => [`${countText(facts.unpublished, 'shift is', 'shifts are')} not published`],
    outside: () => [`${countText(facts.shifts, 'shift is', 'shifts are')} outside the event`],
    message: () => [facts.also_sms ? 'Email and text' : facts.channel === 'sms' ? 'Text' : 'Email', facts.problem],
    unfit: () => [
      facts.inactive ? 'Not active' : `No valid ${facts.missing.map(({ name }) => name).join(', ')}`,
      facts.shifts > 1 ? countText(facts.shifts, 'coming shift') : item.what,
    ],
  }
  return (own[item.kind]?.() ?? [item.what]).filter(Boolean).join(' · ')
}

/** When an item ends, fails or is late: "now", "in 22 h", "Sat 4 Jul"; since when someone waits to join. @param now ISO. */
export function dueText(item: ToDoItem, now: string, when: Pick<When, 'short'>): string {
  const { at, kind } = item
  if (!at) return ''
  if (kind === 'registration') return `since ${when.short(factsOf(item).made)}`
  return Date.parse(at) - Date.parse(now) < 48 * 3_600_000 ? untilText(at, now) : when.short(at)
}

/** What happens if no one acts. */
export function elseText(item: ToDoItem, when: When & { shortTime: (instant: string) => string }): string {
  const facts = factsOf(item)
  const start = item.start && when.shortTime(item.start)
  const texts: Record<string, () => string> = {
    decide: () => `It starts ${start}. Until you decide, everyone stays signed up and is reminded.`,
    request: () => `It starts ${start}. Until you answer, they don’t know if they’re needed.`,
    gap: () =>
      facts.cover === null
        ? `They can’t come, and no one has been asked to cover. It starts ${start}.`
        : `Everyone suitable has been asked. It starts ${start}.`,
    silent: () => `${askedWhen(facts, when.short)}. No one is asked more than twice. It starts ${start}.`,
    swap: () => `Everyone in it has agreed. It expires ${when.shortTime(item.at ?? '')}, and then nothing changes.`,
    registration: () => `Registered ${when.shortTime(facts.made)}. They can’t sign in until you activate them.`,
    unreached: () =>
      start ? `They won’t be reminded about ${item.what}, ${start}.` : 'They get no messages until this is fixed.',
    draft: () => `It starts ${start}. Members don’t see these shifts, and no reminders are sent, until you publish.`,
    outside: () => `The event starts ${start}. People will still turn up at their shift times.`,
    message: () => 'No one gets it until you send it.',
    unfit: () => `They stay on the shift and are reminded unless you change it. The first is ${item.what}, ${start}.`,
  }
  return texts[item.kind]?.() ?? ''
}
