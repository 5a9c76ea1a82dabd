import type { KioskShift } from '#server/kiosks/signing/contract.ts'

export type Sign = {
  sign: 'in' | 'out' | 'undo'
  shift: number | null
  person: number
  role: number | null
  time: string
}

/**
 * A confirmation stored until it is answered; `name` and `duty` are for display only. Devices keep entries across
 * releases, so do not rename fields.
 */
export type Entry = { key: string; item: Sign; name: string; duty: string; kept: boolean }

export type RefusedEntry = Entry & { reason: string }

export type Outbox = { pending: Entry[]; refused: RefusedEntry[] }

const SECRET = 'wb.kiosk.secret'
const OUTBOX = 'wb.kiosk.outbox'
const EMPTY_OUTBOX: Outbox = { pending: [], refused: [] }

export const readSecret = (): string | null => localStorage.getItem(SECRET)
export const storeSecret = (secret: string): void => localStorage.setItem(SECRET, secret)
export const dropSecret = (): void => localStorage.removeItem(SECRET)

export function readOutbox(): Outbox {
  try {
    return { ...EMPTY_OUTBOX, ...(JSON.parse(localStorage.getItem(OUTBOX) ?? '{}') as Partial<Outbox>) }
  } catch {
    return EMPTY_OUTBOX
  }
}

export function storeOutbox(stored: Outbox): void {
  if (stored.pending.length || stored.refused.length) localStorage.setItem(OUTBOX, JSON.stringify(stored))
  else localStorage.removeItem(OUTBOX)
}

/** Negative ids are shifts unknown to the server. */
const temporaryId = (index: number) => -1 - index
export const idToSend = (id: number): number | null => (id > 0 ? id : null)

export type ShiftLists = { waiting: KioskShift[]; signedIn: KioskShift[] }

/** Applies pending entries to the lists, so that no one is offered what they have already done. */
export function applyPending(lists: ShiftLists, pending: readonly Entry[]): ShiftLists {
  let { waiting, signedIn } = lists
  for (const [index, { item, name, duty }] of pending.entries()) {
    const isSameShift = (shift: KioskShift) => (item.shift ? shift.id === item.shift : shift.person === item.person)
    if (item.sign === 'undo') continue
    if (item.sign === 'out') signedIn = signedIn.filter((shift) => !isSameShift(shift))
    else if (!signedIn.some(({ person }) => person === item.person)) {
      const listed = waiting.find(({ id }) => id === item.shift)
      const started = listed ?? { ...unplannedShift(item, index), person_name: name, duty }
      waiting = waiting.filter((shift) => shift !== listed)
      signedIn = [...signedIn, { ...started, actual_start: item.time }]
    }
  }
  return { waiting, signedIn }
}

const unplannedShift = ({ person, role, time }: Sign, index: number): KioskShift => ({
  id: temporaryId(index),
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

export function endShift(shift: KioskShift, time: string): KioskShift {
  const workedMs = Date.parse(time) - Date.parse(shift.actual_start ?? time)
  return { ...shift, actual_end: time, hours: Math.round(Math.max(0, workedMs) / 36_000) / 100 }
}
