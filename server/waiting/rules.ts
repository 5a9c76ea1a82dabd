import { holdUntil, isTogether, type Ladder, wakingTime } from '#server/cover/rules.ts'
import type { ObstacleCode } from '#server/suitability/contract.ts'

/** A coming shift of a list, and what keeps somebody from it. `open` while nobody has it and it is not held. */
export type ComingShift = { open: boolean; obstacles: readonly ObstacleCode[] }

/** What takes somebody off a list when it is so for every shift of it. */
const LEAVES: readonly ObstacleCode[] = ['on_it', 'clash']

/** Whether somebody is too busy for every coming shift of a list. */
export const isTooBusy = (shifts: readonly ComingShift[]): boolean =>
  shifts.every(({ obstacles }) => obstacles.some((code) => LEAVES.includes(code)))

/** Whether somebody may join a list: `unsuitable` when they could do none of its shifts, `open` while they can take one instead. */
export function joinVerdict(shifts: readonly ComingShift[]): 'join' | 'open' | 'unsuitable' {
  const suitable = shifts.filter(({ obstacles }) => !obstacles.length)
  if (!suitable.length) return 'unsuitable'
  return suitable.some(({ open }) => open) ? 'open' : 'join'
}

export type OpenShift = { id: number; start: Date }

/** A place on a list, `offered` with the shifts that it was ever offered, `asked` while an offer waits for an answer. */
export type Entry = { id: number; person: number; offered: readonly number[]; asked: boolean }

export type Offer = { waiting: number; shift: number; exclusive: boolean; hold_until: Date }

type Rules = {
  now: Date
  zone: string
  quiet: Ladder['quiet']
  /** Whether somebody could do a shift. */
  suits: (shift: number, person: number) => boolean
}

/**
 * Decides who is offered what: each open shift goes to the first on the list who suits it, was not offered it before and has no other
 * offer; in its last 24 hours to all of these, who share the shifts that are open by turns. At night nothing is offered unless little time is left.
 * @param open the open shifts that are not held, the soonest first.
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
