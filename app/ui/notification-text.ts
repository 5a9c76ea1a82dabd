import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'

const PEOPLE = (people: number) => (people === 1 ? '1 person' : `${people} people`)

/** "tells nobody", "tells 1 person", "tells 4 people". */
export const notifiesText = (people: number) => (people === 0 ? 'tells nobody' : `tells ${PEOPLE(people)}`)

/** "Ann Lee, Bob Ray and 3 others will be told." */
export function recipientsSentence({ people, names }: NotificationPreview): string {
  if (!people) return 'Nobody will be told.'
  const left = people - names.length
  const all = left > 0 ? [...names, left === 1 ? '1 other' : `${left} others`] : names
  return `${all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all[0]} will be told.`
}
