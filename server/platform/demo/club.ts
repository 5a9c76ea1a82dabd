import type { NewSite } from '#server/platform/contract.ts'

/** A kind of event that repeats: on a weekday (1 = Monday), every so many weeks, at a local time. */
export type DemoEvent = {
  name: string
  type: string
  location: string
  /** Local start, HH:MM. */
  at: string
  hours: number
  /** Shifts by assignment. */
  crew: readonly (readonly [assignment: string, shifts: number])[]
  details?: string
}

export type RecurringEvent = DemoEvent & {
  weekday: number
  every: number
  phase?: number
  /** Its series, whose events are numbered with this word. */
  series?: { name: string; counted: string }
}

/** The facts of a demo club: data only, with times relative to the day of the first start. */
export type DemoClub = {
  site: Omit<NewSite, 'admin_name' | 'admin_email'> & { logo: string; url: string; locale: string }
  member: string
  admin: string
  /** Everybody else; the last ones are registered and wait for approval. */
  others: readonly string[]
  waiting: readonly string[]
  /** The first digits of invented phone numbers; three more follow. */
  phone: string
  types: readonly { name: string; color: string; minutes: number }[]
  locations: readonly { name: string; address: string; details?: string }[]
  roles: readonly { name: string; details: string; needs?: string }[]
  assignments: readonly { name: string; role: string; details?: string; notes?: string }[]
  competencies: readonly { name: string; months: number | null; details: string }[]
  programme: readonly RecurringEvent[]
  series: { name: string; details: string }
  /** Three days in a row that belong together and show as one entry. */
  weekend: DemoEvent & { dayNames: readonly [string, string, string] }
  /** The demo member's next shifts: on the day itself, in about 20 hours, in about six days. */
  next: { today: DemoEvent; soon: DemoEvent; week: DemoEvent }
  news: readonly { title: string; content: string; days: number; until?: number; pinned?: boolean }[]
  fields: readonly {
    name: string
    kind: string
    choices?: readonly string[]
    visible: boolean
    editable: boolean
    values: readonly string[]
  }[]
  comments: readonly string[]
  kiosk: string
}
