import { type AskedShift, wakingTime } from '#server/deliveries/due.ts'
import type { ObstacleCode } from '#server/suitability/contract.ts'

const HOUR_MS = 3_600_000
const MAX_HOLD_MS = 12 * HOUR_MS
/** Below this, all waiting people are asked together. */
const TOGETHER_MS = 24 * HOUR_MS

export const isTogether = (now: Date, start: Date): boolean => start.getTime() - now.getTime() <= TOGETHER_MS

/**
 * Returns the end of a hold for a waiting person asked at `now`: after 12 hours or a quarter of the time left,
 * whichever is less; extended to the end of quiet hours, when the next person could not be asked.
 */
export function keptUntil(now: Date, shift: AskedShift): Date {
  const left = shift.start.getTime() - now.getTime()
  return wakingTime(new Date(now.getTime() + Math.min(MAX_HOLD_MS, left / 4)), shift)
}

/** As `keptUntil` for people asked in list order; the start when all are asked together. */
export const holdUntil = (now: Date, shift: AskedShift): Date =>
  isTogether(now, shift.start) ? shift.start : keptUntil(now, shift)

/** A coming shift of a list and a person's obstacles. `open`: without a person and not held. */
export type ComingShift = { open: boolean; obstacles: readonly ObstacleCode[] }

/** Obstacles that end an entry if they apply to every shift of the list. */
const LEAVES: readonly ObstacleCode[] = ['on_it', 'clash']

export const isTooBusy = (shifts: readonly ComingShift[]): boolean =>
  shifts.every(({ obstacles }) => obstacles.some((code) => LEAVES.includes(code)))

/** Whether a person may join a list: `unsuitable` if they could do none of its shifts, `open` if they can take one instead. */
export function joinVerdict(shifts: readonly ComingShift[]): 'join' | 'open' | 'unsuitable' {
  const suitable = shifts.filter(({ obstacles }) => !obstacles.length)
  if (!suitable.length) return 'unsuitable'
  return suitable.some(({ open }) => open) ? 'open' : 'join'
}

export type OpenShift = { id: number; start: Date }

/** An entry: `offered` lists all shifts ever offered, `asked` means an open offer. */
export type Entry = { id: number; person: number; offered: readonly number[]; asked: boolean }

export type Offer = { waiting: number; shift: number; exclusive: boolean; hold_until: Date }

type Rules = {
  now: Date
  zone: string
  quiet: AskedShift['quiet']
  suits: (shift: number, person: number) => boolean
}

/**
 * Plans offers: each open shift goes to the first suitable entry without an earlier offer of it or another open offer;
 * in its last 24 hours, to all such entries, with the open shifts shared among them in rotation. Respects quiet hours
 * unless little time is left.
 * @param open open shifts that are not held, soonest first.
 * @param places in the order of the list.
 */
export function planOffers(open: readonly OpenShift[], places: readonly Entry[], rules: Rules): Offer[] {
  const { now, zone, quiet, suits } = rules
  const due = open.filter(({ start }) => start > now && wakingTime(now, { start, zone, quiet }) <= now)
  const asked = new Set(places.filter((place) => place.asked).map(({ id }) => id))
  const offers: Offer[] = []
  const fits = (place: Entry, shift: OpenShift) =>
    !asked.has(place.id) && !place.offered.includes(shift.id) && suits(shift.id, place.person)
  const offer = (place: Entry, { id, start }: OpenShift, exclusive: boolean) => {
    asked.add(place.id)
    offers.push({
      waiting: place.id,
      shift: id,
      exclusive,
      hold_until: holdUntil(now, { start, zone, quiet }),
    })
  }
  for (const shift of due.filter(({ start }) => !isTogether(now, start))) {
    const next = places.find((place) => fits(place, shift))
    if (next) offer(next, shift, true)
  }
  const soon = due.filter(({ start }) => isTogether(now, start))
  let turn = 0
  for (const place of places) {
    const at = [...soon.slice(turn), ...soon.slice(0, turn)].find((shift) => fits(place, shift))
    if (!at) continue
    offer(place, at, false)
    turn = (soon.indexOf(at) + 1) % soon.length
  }
  return offers
}
