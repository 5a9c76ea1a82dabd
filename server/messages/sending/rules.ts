import type { Cap } from '#server/messages/audience/answer-contract.ts'

/** What a site may still send: the least that its caps leave, and the cap that leaves it. */
export type CapsLeft = { left: number; cap: Cap; most: number }

const NOUNS = { email: ['email', 'emails'], sms: ['text', 'texts'] } as const

const counted = (kind: keyof typeof NOUNS, n: number) => `${n.toLocaleString('en-GB')} ${NOUNS[kind][n === 1 ? 0 : 1]}`

/** The day or month for which a cap counts. @param isLater for a message that is scheduled. */
const periodText = (cap: Cap, isLater: boolean): string =>
  cap === 'month' ? (isLater ? 'in that month' : 'this month') : isLater ? 'on that day' : 'today'

/**
 * Words the refusal of a message that goes to more people than a cap leaves.
 * @param isLater whether it is scheduled, so that the cap counts for another day.
 */
export function overCapText(
  kind: 'email' | 'sms',
  receiving: number,
  { cap, left, most }: CapsLeft,
  isLater = false,
): string {
  const whose = { person: 'One person can send', day: 'This site can send', month: 'This site can send' }[cap]
  const period = cap === 'month' ? 'a month' : 'a day'
  return `This message goes to ${receiving.toLocaleString('en-GB')} people. ${whose} ${counted(kind, most)} ${period}, and ${left === 0 ? 'none' : left.toLocaleString('en-GB')} ${left === 1 ? 'is' : 'are'} left${isLater ? ` ${periodText(cap, true)}` : ''}.`
}

/** Below this share of a cap, the sender is warned. */
const NEAR = 0.2

/** Words what a cap leaves to the sender of a message; null while plenty is left after this one. @param isLater as `overCapText`. */
export function capNote(kind: 'email' | 'sms', receiving: number, caps: CapsLeft, isLater = false): string | null {
  if (receiving > caps.left) return overCapText(kind, receiving, caps, isLater)
  if (caps.left - receiving >= caps.most * NEAR) return null
  const { cap, left, most } = caps
  const who = cap === 'person' ? 'You' : 'This site'
  const period = cap === 'month' ? 'a month' : 'a day'
  return `${who} can send ${left === 0 ? 'no' : left.toLocaleString('en-GB')} more ${NOUNS[kind][left === 1 ? 0 : 1]} ${periodText(cap, isLater)}, of ${most.toLocaleString('en-GB')} ${period}.`
}
