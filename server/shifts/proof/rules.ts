import { CHANNELS } from '#server/deliveries/contract.ts'
import { preferenceVerdict, type Recipient } from '#server/deliveries/rules.ts'
import { deliveryWords } from '#server/deliveries/words.ts'

/** Says in a sentence for each channel why no message about shifts reaches somebody; empty where one does. */
export function noMessageWords(person: Recipient, site: { sms_enabled: boolean }): string {
  const words = CHANNELS.map((channel) => {
    const verdict = preferenceVerdict({ kind: 'shift.assigned', channel, person, site })
    return verdict?.kind === 'drop' ? deliveryWords({ ...verdict, channel }) : null
  })
  return words.includes(null) ? '' : words.join(' ')
}

type Named = { person: number; name: string }

/** The person whose message is shown first: that of the longest name, since it is where a text breaks; null without anybody. */
export function firstReader(people: readonly Named[]): number | null {
  const longest = Math.max(...people.map(({ name }) => name.length))
  return people.find(({ name }) => name.length === longest)?.person ?? null
}

export const inNameOrder = <T extends Named>(people: readonly T[]): T[] =>
  [...people].sort((a, b) => a.name.localeCompare(b.name, 'en') || a.person - b.person)
