import { stopwatch } from '#server/engine/kernel/clock.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { LANES, type Rate } from './claim.ts'
import type { Channel } from './contract.ts'
import type { Quota, Transports } from './transport.ts'

export type Limit = { rate: Rate; lanes: readonly string[] }

/** Share of the provider's allowance to use; the rest is for other senders of the account. */
const SHARE = 0.8
/** Share of the day's messages from which each lane waits for the next day: bulk first, duties only near the end. */
const LANE_SHARES: Readonly<Record<string, number>> = { bulk: SHARE, duty: 0.95 }
const REFRESH_MS = 300_000

/**
 * Returns the limit under a quota: at most 80 % of the provider's rate and of ours. Once 80 % of the day's messages are
 * used, bulk waits; from 95 % on only security mail is sent.
 */
export function limitOf(rate: Rate, quota: Quota | null): Limit {
  if (!quota) return { rate, lanes: LANES }
  const perSecond = Math.min(rate.perSecond, quota.perSecond * SHARE)
  const lanes = LANES.filter((lane) => {
    const share = LANE_SHARES[lane]
    return share === undefined || quota.used < quota.daily * share
  })
  return { rate: { perSecond, burst: Math.max(1, Math.min(rate.burst, perSecond)) }, lanes }
}

/**
 * Holds limits by channel; `refresh` queries providers at most every five minutes. The configured rate applies until
 * one responds.
 */
export function createLimits({
  transports,
  rates,
  log,
}: {
  transports: Transports
  rates: Record<Channel, Rate>
  log: Log
}) {
  const limits: Record<Channel, Limit> = { email: limitOf(rates.email, null), sms: limitOf(rates.sms, null) }
  let age: (() => number) | null = null
  return {
    forChannel: (channel: Channel) => limits[channel],
    refresh: async () => {
      if (age && age() < REFRESH_MS) return
      age = stopwatch()
      for (const channel of ['email', 'sms'] as const) {
        try {
          const quota = await transports[channel].quota?.()
          if (quota) limits[channel] = limitOf(rates[channel], quota)
        } catch (error) {
          log.warn({ err: String(error), channel }, 'the provider did not return its quota')
        }
      }
    },
  }
}
