import type { Cap } from '#server/messages/audience/answer-contract.ts'

export type CapsLeft = { left: number; cap: Cap; most: number }

const NOUNS = { email: ['email', 'emails'], sms: ['text', 'texts'] } as const

const counted = (kind: keyof typeof NOUNS, n: number) => `${n.toLocaleString('en-GB')} ${NOUNS[kind][n === 1 ? 0 : 1]}`

const isMonthly = (kind: keyof typeof NOUNS, cap: Cap) => cap === 'month' || (cap === 'quota' && kind === 'sms')

/**
 * The period of a cap.
 * @param isLater for a scheduled message.
 */
const periodText = (kind: keyof typeof NOUNS, cap: Cap, isLater: boolean): string =>
  isMonthly(kind, cap) ? (isLater ? 'in that month' : 'this month') : isLater ? 'on that day' : 'today'

/** "a day", "a month"; a quota counts all messages. */
const rateText = (kind: keyof typeof NOUNS, cap: Cap): string =>
  `${isMonthly(kind, cap) ? 'a month' : 'a day'}${cap === 'quota' ? ', reminders and notices included' : ''}`

/**
 * Formats the refusal of a message above a cap.
 * @param isLater whether it is scheduled, so that the cap is another day's.
 */
export function overCapText(
  kind: 'email' | 'sms',
  receiving: number,
  { cap, left, most }: CapsLeft,
  isLater = false,
): string {
  const whose = cap === 'person' ? 'One person can send' : 'This site can send'
  return `This message goes to ${receiving.toLocaleString('en-GB')} people. ${whose} ${counted(kind, most)} ${rateText(kind, cap)}, and ${left === 0 ? 'none' : left.toLocaleString('en-GB')} ${left === 1 ? 'is' : 'are'} left${isLater ? ` ${periodText(kind, cap, true)}` : ''}.`
}

/** Formats the refusal of a message, or of an email's text, that no one gets. */
export const nobodyText = (kind: 'email' | 'sms', isOneOfTwo: boolean): string =>
  isOneOfTwo
    ? `No one gets the ${NOUNS[kind][0]}. Choose who it goes to, or send only the ${NOUNS[kind === 'email' ? 'sms' : 'email'][0]}.`
    : 'No one gets this message. Choose who it goes to.'

/** Share of a cap below which the sender is warned. */
const NEAR = 0.2

/**
 * Formats the remaining cap; null while plenty is left after this message.
 * @param isLater as `overCapText`.
 */
export function capNote(kind: 'email' | 'sms', receiving: number, caps: CapsLeft, isLater = false): string | null {
  if (receiving > caps.left) return overCapText(kind, receiving, caps, isLater)
  if (caps.left - receiving >= caps.most * NEAR) return null
  const { cap, left, most } = caps
  const who = cap === 'person' ? 'You' : 'This site'
  return `${who} can send ${left === 0 ? 'no' : left.toLocaleString('en-GB')} more ${NOUNS[kind][left === 1 ? 0 : 1]} ${periodText(kind, cap, isLater)}, of ${most.toLocaleString('en-GB')} ${rateText(kind, cap)}.`
}
