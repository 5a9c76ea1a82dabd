import type { ConfirmAnswer } from '#server/kiosks/signing/contract.ts'
import { type Answer, sendConfirm } from './calls.ts'
import { type Entry, readOutbox, storeOutbox } from './outbox.ts'

/** Whether to send the same entry again. A revoked secret does not refuse confirmed entries. */
const shouldRetry = (status: number) =>
  status === 0 || status === 401 || status === 403 || status === 429 || status >= 500

/**
 * Sends the outbox in order until a call gets no answer. Removes stored or refused entries; a kept entry that is
 * refused later is shown on the start page.
 * @param activeKey the entry of the person at the device, who sees the outcome directly.
 * @returns the last answer.
 */
export async function flush(secret: string, activeKey?: string): Promise<Answer<ConfirmAnswer> | null> {
  let answer: Answer<ConfirmAnswer> | null = null
  for (let next = readOutbox().pending[0]; next; next = readOutbox().pending[0]) {
    answer = await sendConfirm(secret, next)
    if (shouldRetry(answer.status)) return answer
    settle(next, next.key === activeKey ? null : answer)
  }
  return answer
}

function settle(entry: Entry, answer: Answer<ConfirmAnswer> | null): void {
  const { pending, refused } = readOutbox()
  storeOutbox({
    pending: pending.filter(({ key }) => key !== entry.key),
    refused: answer && answer.status !== 200 ? [...refused, { ...entry, reason: answer.detail }] : refused,
  })
}

export function markAllForRetry(): void {
  const { pending, refused } = readOutbox()
  storeOutbox({ pending: pending.map((entry) => ({ ...entry, kept: true })), refused })
}

export function discard(key: string): void {
  const { pending, refused } = readOutbox()
  storeOutbox({ pending: pending.filter((entry) => entry.key !== key), refused })
}
