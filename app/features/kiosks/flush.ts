import type { ConfirmAnswer } from '#server/kiosks/signing/contract.ts'
import { type Answer, sendConfirm } from './calls.ts'
import { type Entry, readOutbox, storeOutbox } from './outbox.ts'

/** Whether to send the same entry again. A revoked secret does not refuse what was already confirmed. */
const shouldRetry = (status: number) =>
  status === 0 || status === 401 || status === 403 || status === 429 || status >= 500

/**
 * Sends the outbox in order until a call gets no answer. Entries that are stored or refused leave the outbox; an entry
 * that was kept and is then refused is shown on the start page. @param activeKey the entry of the person at the
 * device, who sees the outcome directly. @returns the last answer.
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

/** Marks every pending entry to be sent later. */
export function markAllForRetry(): void {
  const { pending, refused } = readOutbox()
  storeOutbox({ pending: pending.map((entry) => ({ ...entry, kept: true })), refused })
}

/** Removes an entry that was refused while its person is still at the device. */
export function discard(key: string): void {
  const { pending, refused } = readOutbox()
  storeOutbox({ pending: pending.filter((entry) => entry.key !== key), refused })
}
