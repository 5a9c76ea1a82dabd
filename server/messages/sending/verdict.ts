import { Temporal } from 'temporal-polyfill'
import type { BulkRecipient } from '#server/deliveries/bulk.ts'
import { quietWindow } from '#server/deliveries/due.ts'
import type { SendVerdict } from '#server/deliveries/rules.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { type Audience, switchOf } from '#server/messages/audience/contract.ts'

export type BulkFacts = {
  /** Null if the message was removed. */
  message: { kind: 'email' | 'sms'; status: string; isPaused: boolean; audience: Audience; isRendered: boolean } | null
  person: BulkRecipient
  site: Pick<Site, 'status' | 'sms_enabled' | 'timezone' | 'quiet_start' | 'quiet_end'>
  now: Date
}

const drop = (state: 'cancelled' | 'skipped', reason: string): SendVerdict => ({ kind: 'drop', state, reason })

/** Delay before an unrendered message is checked again. Milliseconds. */
const RENDERING_MS = 2_000

/**
 * Decides whether a delivery of a message may still be sent: not stopped or paused, and the person is reachable and
 * wants it. A text waits for the end of quiet hours.
 */
export function bulkVerdict({ message, person, site, now }: BulkFacts): SendVerdict {
  if (!message) return drop('cancelled', 'removed')
  if (message.status === 'cancelled') return drop('cancelled', 'stopped')
  if (site.status !== 'active') return drop('cancelled', 'site_closed')
  if (message.isPaused) return { kind: 'hold' }
  const reason = unreachable(message.kind, person, site)
  if (reason) return drop('skipped', reason)
  if (!person[switchOf(message.kind, message.audience)]) return drop('skipped', 'opted_out')
  return waitsFor({ message, site, now })
}

/** The same for a test, which ignores its recipient's settings. */
export function testVerdict({ message, person, site, now }: BulkFacts): SendVerdict {
  if (!message) return drop('cancelled', 'removed')
  const reason = unreachable(message.kind, person, site)
  if (reason) return drop('skipped', reason)
  return message.isRendered ? { kind: 'send' } : later(now)
}

/** Returns why a person cannot be reached at all; null if they can. */
export function unreachable(
  kind: 'email' | 'sms',
  person: BulkRecipient,
  site: Pick<Site, 'sms_enabled'>,
): string | null {
  if (!person.is_active || person.erased) return 'inactive'
  if (kind === 'email') {
    if (!person.email) return 'no_address'
    return person.email_blocked ? 'blocked' : null
  }
  if (!site.sms_enabled) return 'sms_off'
  if (!person.phone) return 'no_address'
  if (person.sms_blocked) return 'blocked'
  return person.sms_verified ? null : 'unverified'
}

const later = (now: Date): SendVerdict => ({ kind: 'wait', until: new Date(now.getTime() + RENDERING_MS) })

function waitsFor({ message, site, now }: Pick<BulkFacts, 'message' | 'site' | 'now'>): SendVerdict {
  if (message?.kind === 'sms') {
    const quiet = quietWindow(Temporal.Instant.fromEpochMilliseconds(now.getTime()), site.timezone, site)
    return quiet ? { kind: 'wait', until: new Date(quiet.ends.epochMilliseconds) } : { kind: 'send' }
  }
  return message?.isRendered ? { kind: 'send' } : later(now)
}
