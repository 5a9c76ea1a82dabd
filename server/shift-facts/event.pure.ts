/** What people read where an event has no name. */
export const UNTITLED_EVENT = 'Untitled Event'

export const eventName = (name: string | null | undefined): string => name || UNTITLED_EVENT

type Decided = { decision: unknown } | Readonly<Record<string, unknown>>

export const isEventOff = (event: Decided | null | undefined): boolean => event?.decision === 'off'
