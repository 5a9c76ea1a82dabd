import type { NotificationPreview, Recipient } from '#server/engine/collections/notification-preview-contract.ts'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'

const countPeople = (people: number) => (people === 1 ? '1 person' : `${people} people`)

export const notifiesText = (people: number) => (people === 0 ? 'tells no one' : `tells ${countPeople(people)}`)

const CHANNEL_WORDS = { email: 'email', sms: 'text' } as const

/** "Notifies Ann Lee and Bob Ray by email and text, and Zoë Ash by email." */
export function notifiesByText(recipients: readonly Recipient[]): string {
  if (!recipients.length) return 'Notifies no one.'
  const groups = new Map<string, string[]>()
  for (const { name, channels } of recipients) {
    const by = wordList(channels.map((channel) => CHANNEL_WORDS[channel]))
    groups.set(by, [...(groups.get(by) ?? []), name])
  }
  const parts = [...groups].map(([by, names]) => `${wordList(names)} by ${by}`)
  return `Notifies ${parts.join(', and ')}.`
}

export const notifiedText = (people: number) => `${people === 0 ? 'No one' : countPeople(people)} will be notified.`

/** "Ann Lee, Bob Ray and 3 others will be notified." */
export function recipientsSentence({ people, names }: NotificationPreview): string {
  if (!people) return 'No one will be notified.'
  const unnamed = people - names.length
  const all = unnamed > 0 ? [...names, unnamed === 1 ? '1 other' : `${unnamed} others`] : names
  return `${wordList(all)} will be notified.`
}
