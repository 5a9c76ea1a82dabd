import type { KioskShift } from '#server/kiosks/signing/contract.ts'

/** A confirm as it is sent. */
export type Sign = { sign: 'in' | 'out'; shift: number | null; person: number; role: number | null; time: string }

/** A confirm that is stored before it is sent, and until it was answered; `name` and `duty` only to tell of it. */
export type Entry = { key: string; item: Sign; name: string; duty: string; kept: boolean }

/** One that was kept, sent later and refused. */
export type Refused = Entry & { reason: string }

export type Stored = { pending: Entry[]; refused: Refused[] }

const SECRET = 'wb.kiosk.secret'
const OUTBOX = 'wb.kiosk.outbox'
const NOTHING: Stored = { pending: [], refused: [] }

export const readSecret = (): string | null => localStorage.getItem(SECRET)
export const storeSecret = (secret: string): void => localStorage.setItem(SECRET, secret)
export const dropSecret = (): void => localStorage.removeItem(SECRET)

export function readOutbox(): Stored {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(OUTBOX) ?? '{}') as Partial<Stored>) }
  } catch {
    return NOTHING
  }
}

export function storeOutbox(stored: Stored): void {
  if (stored.pending.length || stored.refused.length) localStorage.setItem(OUTBOX, JSON.stringify(stored))
  else localStorage.removeItem(OUTBOX)
}

/** Ids of shifts that the server does not know yet. */
const pseudo = (at: number) => -1 - at
export const idToSend = (id: number): number | null => (id > 0 ? id : null)

export type Desk = { waiting: KioskShift[]; signedIn: KioskShift[] }

/** The lists as they are once everything that is kept has been entered, so that nobody is offered what they did already. */
export function withKept(desk: Desk, pending: readonly Entry[]): Desk {
  let { waiting, signedIn } = desk
  for (const [at, { item, name, duty }] of pending.entries()) {
    const mine = (shift: KioskShift) => (item.shift ? shift.id === item.shift : shift.person === item.person)
    if (item.sign === 'out') signedIn = signedIn.filter((shift) => !mine(shift))
    else if (!signedIn.some(({ person }) => person === item.person)) {
      const known = waiting.find(({ id }) => id === item.shift)
      const begun = known ?? { ...unplanned(item, at), person_name: name, duty }
      waiting = waiting.filter((shift) => shift !== known)
      signedIn = [...signedIn, { ...begun, actual_start: item.time }]
    }
  }
  return { waiting, signedIn }
}

const unplanned = ({ person, role, time }: Sign, at: number): KioskShift => ({
  id: pseudo(at),
  event: 0,
  event_name: '',
  person,
  person_name: '',
  role,
  duty: '',
  location_name: '',
  start: time,
  end: time,
  actual_start: null,
  actual_end: null,
  hours: null,
})

/** A shift as the server will answer it, for somebody who signs out while there is no connection. */
export function endedAt(shift: KioskShift, time: string): KioskShift {
  const worked = Date.parse(time) - Date.parse(shift.actual_start ?? time)
  return { ...shift, actual_end: time, hours: Math.round(Math.max(0, worked) / 36_000) / 100 }
}
