import { CHANNELS } from '#server/deliveries/contract.ts'
import { preferenceVerdict, type Recipient } from '#server/deliveries/rules.ts'
import { deliveryWords } from '#server/deliveries/words.ts'
import { groupBy } from '#server/engine/kernel/group-by.ts'
import { compareNames } from '#server/engine/kernel/reading-order.pure.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'
import type { LackingPeople } from './contract.ts'

/** Formats why no channel reaches a person, one sentence each; empty if one does. */
export function noMessageWords(person: Recipient, site: { sms_enabled: boolean }): string {
  const words = CHANNELS.map((channel) => {
    const verdict = preferenceVerdict({ kind: 'shift.assigned', channel, person, site })
    return verdict?.kind === 'drop' ? deliveryWords({ ...verdict, channel }) : null
  })
  return words.includes(null) ? '' : words.join(' ')
}

type Named = { person: number; name: string }

/** Returns the person with the longest name, where a layout breaks first; null for an empty list. */
export function firstReader(people: readonly Named[]): number | null {
  const longest = Math.max(...people.map(({ name }) => name.length))
  return people.find(({ name }) => name.length === longest)?.person ?? null
}

/** Groups people by missing competency, most frequent first, and inactive people last. */
export function lackingPeople(found: readonly (Named & { unfit: Unfit })[]): LackingPeople[] {
  const lacking = found.flatMap(({ person, name, unfit }) => [
    ...unfit.missing.map((one) => ({ competency: one.name as string | null, person, name })),
    ...(unfit.inactive ? [{ competency: null, person, name }] : []),
  ])
  return [...groupBy(lacking, ({ competency }) => competency)]
    .map(([competency, people]) => ({
      competency,
      people: inNameOrder([...new Map(people.map(({ person, name }) => [person, { person, name }])).values()]),
    }))
    .sort(
      (a, b) =>
        Number(a.competency === null) - Number(b.competency === null) ||
        b.people.length - a.people.length ||
        compareNames(a.competency ?? '', b.competency ?? ''),
    )
}

export const inNameOrder = <T extends Named>(people: readonly T[]): T[] =>
  [...people].sort((a, b) => compareNames(a.name, b.name) || a.person - b.person)
