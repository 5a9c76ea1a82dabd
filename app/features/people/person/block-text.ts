import type { ListRecord } from '#app/collections/list-view.ts'
import type { Channel } from '#server/deliveries/contract.ts'
import type { AddressBlock } from '#server/people/blocked/block.ts'

export const blocksOf = (person: ListRecord): Record<Channel, AddressBlock | null> => ({
  email: (person.email_blocked ?? null) as AddressBlock | null,
  sms: (person.sms_blocked ?? null) as AddressBlock | null,
})

export const BLOCK_LABELS: Record<AddressBlock['reason'], string> = {
  bounced: 'Emails bounce',
  complained: 'Marked as spam',
  stopped: 'Answered STOP',
}

/**
 * Explains what is held back, since when, and who can change that.
 * @param since the day as text, if known; `who`: the person's name.
 */
export function blockText(channel: Channel, { reason }: AddressBlock, who: string, since: string | null): string {
  const held = `${since ? `Since ${since}, ` : ''}${channel === 'email' ? 'emails' : 'texts'} to them are held back.`
  const text = held.charAt(0).toUpperCase() + held.slice(1)
  if (reason === 'bounced') return text
  return channel === 'email'
    ? `${text} Only ${who} can allow them again: in their profile, while they are signed in.`
    : `${text} Only ${who} can allow them again: in their profile, or by texting START.`
}

export function liftedText(address: string, queued: number): string {
  const still =
    queued === 0
      ? ''
      : queued === 1
        ? ' One message that was still due is being sent now.'
        : ` ${queued} messages that were still due are being sent now.`
  return `Messages to ${address} are sent again.${still}`
}
