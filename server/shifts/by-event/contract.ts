/** A coming event with the numbers of its shifts. `start` is an ISO text in UTC. */
export type ShiftEvent = {
  id: number
  name: string
  start: string
  called_off: boolean
  shifts: number
  /** Without a person. */
  open: number
  unpublished: number
  /** Shifts whose person is elsewhere at the same time. */
  clashes: number
}

/** One shift of an event; times are those of its person, ISO texts in UTC. */
export type EventShift = {
  id: number
  person: number | null
  name: string | null
  duty: string
  start: string
  end: string
  published: boolean
  /** The name of the event that the person is on at the same time. */
  clash: string | null
}
