import type { NewSite } from '#server/platform/contract.ts'

/** A recurring event: on a weekday (1 = Monday), every so many weeks, at a local time. */
export type DemoEvent = {
  name: string
  type: string
  location: string
  /** Local start, HH:MM. */
  at: string
  hours: number
  crew: readonly (readonly [assignment: string, shifts: number])[]
  details?: string
}

export type RecurringEvent = DemoEvent & {
  weekday: number
  every: number
  phase?: number
  /** Its series; `counted` is the word before an event's number. */
  series?: { name: string; counted: string }
}

/** Data of a demo club, with times relative to the day of the first start. */
export type DemoClub = {
  site: Omit<NewSite, 'admin_name' | 'admin_email'> & { logo: string; url: string; locale: string }
  member: string
  admin: string
  /** All other people; `waiting` ones have registered and wait for approval. */
  others: readonly string[]
  waiting: readonly string[]
  phone: string
  types: readonly { name: string; color: string; minutes: number }[]
  locations: readonly { name: string; address: string; details?: string }[]
  roles: readonly { name: string; details: string; needs?: string }[]
  assignments: readonly { name: string; role: string; details?: string; notes?: string; needs?: string }[]
  competencies: readonly { name: string; months: number | null; details: string }[]
  programme: readonly RecurringEvent[]
  series: { name: string; details: string }
  weekend: DemoEvent & { dayNames: readonly [string, string, string] }
  /** The demo member's next shifts: today, in about 20 hours, in about six days. */
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
