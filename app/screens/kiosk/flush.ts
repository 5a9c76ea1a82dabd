import type { Confirmed } from '#server/kiosks/signing/contract.ts'
import { type Answer, sendConfirm } from './calls.ts'
import { type Entry, readOutbox, storeOutbox } from './outbox.ts'

/** Nothing was decided: the same is sent again. A lost secret is no refusal of what was confirmed either. */
const isUndecided = (status: number) =>
  status === 0 || status === 401 || status === 403 || status === 429 || status >= 500

/**
 * Sends what is stored, in the order in which it happened, until something gets no answer. What is entered or refused leaves the
 * store; what was kept and is refused now is told on the start page.
 * @param present the key of whoever stands at the device: they are told themselves.
 * @returns the last answer.
 */
export async function flush(secret: string, present?: string): Promise<Answer<Confirmed> | null> {
  let answer: Answer<Confirmed> | null = null
  for (let next = readOutbox().pending[0]; next; next = readOutbox().pending[0]) {
    answer = await sendConfirm(secret, next)
    if (isUndecided(answer.status)) return answer
    settle(next, next.key === present ? null : answer)
  }
  return answer
}

function settle(entry: Entry, answer: Answer<Confirmed> | null): void {
  const { pending, refused } = readOutbox()
  storeOutbox({
    pending: pending.filter(({ key }) => key !== entry.key),
    refused: answer && answer.status !== 200 ? [...refused, { ...entry, reason: answer.detail }] : refused,
  })
}

/** Marks what stays for later; the mark is no part of what is confirmed. */
export function keepAll(): void {
  const { pending, refused } = readOutbox()
  storeOutbox({ pending: pending.map((entry) => ({ ...entry, kept: true })), refused })
}

/** Takes back what was not entered, when the person is told so and stays to decide. */
export function takeBack(key: string): void {
  const { pending, refused } = readOutbox()
  storeOutbox({ pending: pending.filter((entry) => entry.key !== key), refused })
}
