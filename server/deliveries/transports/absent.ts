import type { Transport } from '../transport.ts'

/** Stands where production has no provider: nothing is sent, and each message says so instead of counting as sent. */
export const createAbsentTransport = (reason: string): Transport => ({
  send: async () => ({ kind: 'rejected', reason }),
  trace: async () => 'none',
})
