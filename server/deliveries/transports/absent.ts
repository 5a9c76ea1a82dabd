import type { Transport } from '../transport.ts'

/** Rejects every message where production has no provider, so that none counts as sent. */
export const createAbsentTransport = (reason: string): Transport => ({
  send: async () => ({ kind: 'rejected', reason }),
  trace: async () => 'none',
})
