import { RETURN_CAUSES } from './bounces.pure.ts'
import { type Channel, type DeliveryState, RESTORED_REASON } from './contract.ts'

export type DeliveryFacts = {
  channel: Channel
  state: DeliveryState
  reason: string | null
  wasRefused?: boolean
  isHeld?: boolean
}

/** Reasons for admins, with the person as subject. */
const EMAIL_REASONS: Record<string, string> = {
  opted_out: 'Has switched off this kind of email.',
  no_address: 'Has no email address.',
  blocked: 'Earlier emails to this address came back or were marked as spam.',
  bounced: 'Earlier emails to this address came back.',
  complained: 'Marked an earlier email as spam.',
  duplicate: 'Someone else with the same address gets it, with both names.',
  inactive: 'Is not an active member.',
  limit: 'The limit for the day or month was reached.',
  late: 'It was too late to be useful.',
  unchanged: 'Nothing had changed since the last message.',
  moved: 'The shift was moved to another day, which has its own reminders.',
  reassigned: 'Someone else has the shift now.',
  removed: 'The shift was removed.',
  unpublished: 'The shift is not published.',
  began: 'The shift has begun.',
  called_off: 'The event was called off.',
  archived: 'The event is archived.',
  yours_again: 'Has the shift again.',
  replaced: 'A newer message about the shift replaces it.',
  known: 'Took, gave up or answered for the shift before this was sent.',
  covered: 'They got a message instead that someone is covering for them.',
  taken_up: 'It no longer applied, so it wasn’t sent.',
  site_closed: 'The club was closed before this was sent.',
  answered: 'Has answered.',
  not_asked: 'The club no longer asks people to answer.',
  stopped: 'Stopped before it was sent.',
  restored: 'May have been sent before the data was restored from a backup, so it wasn’t sent again.',
}

const TEXT_REASONS: Record<string, string> = {
  ...EMAIL_REASONS,
  opted_out: 'Has switched texts off.',
  no_address: 'Has no phone number.',
  no_phone: 'Has no phone number.',
  blocked: 'Answered STOP to an earlier text.',
  duplicate: 'Someone else with the same number gets it, with both names.',
  sms_off: 'Texts are switched off for this club.',
  unverified: 'Has not verified the phone number.',
}

/** Reasons for the person themself, where they differ. */
const OWN_EMAIL_REASONS: Record<string, string> = {
  ...EMAIL_REASONS,
  opted_out: 'You have switched off this kind of email.',
  no_address: 'You have no email address.',
  blocked: 'Earlier emails to your address came back or were marked as spam.',
  bounced: 'Earlier emails to your address came back.',
  complained: 'You marked an earlier email as spam.',
  duplicate: 'Someone else with your address got it, with both names.',
  inactive: 'You were not an active member.',
  limit: 'The club couldn’t send any more at that time.',
  unchanged: 'Nothing had changed since the last message.',
  yours_again: 'You have the shift again.',
  answered: 'You have answered.',
}

const OWN_TEXT_REASONS: Record<string, string> = {
  ...OWN_EMAIL_REASONS,
  opted_out: 'You have switched texts off.',
  no_address: 'You have no phone number.',
  no_phone: 'You have no phone number.',
  blocked: 'You answered STOP to an earlier text.',
  stopped: 'It was stopped before it was sent.',
  duplicate: 'Someone else with your number got it, with both names.',
  sms_off: 'Your club doesn’t send texts.',
  unverified: 'You have not verified your phone number.',
}

const REASONS = { email: EMAIL_REASONS, sms: TEXT_REASONS }
const OWN_REASONS = { email: OWN_EMAIL_REASONS, sms: OWN_TEXT_REASONS }

export function deliveryWords(delivery: DeliveryFacts): string {
  const { channel, state, reason } = delivery
  const words = REASONS[channel][reason ?? '']
  if (state === 'skipped' && reason === 'stopped') return 'Answered STOP to an earlier text.'
  if (state === 'skipped') return words ?? 'Wasn’t one of its recipients.'
  if (state === 'cancelled') return words ?? 'Stopped before it was sent.'
  return stateWords(delivery)
}

/** Describes it for the person themself, without details for admins. */
export function ownDeliveryWords(delivery: DeliveryFacts): string {
  const { channel, state, reason } = delivery
  const words = OWN_REASONS[channel][reason ?? '']
  if (state === 'skipped' && reason === 'stopped') return 'You answered STOP to an earlier text.'
  if (state === 'skipped') return words ?? 'It wasn’t for you.'
  if (state === 'cancelled') return words ?? 'It was stopped before it was sent.'
  if (state === 'complained') return 'Arrived, and you marked it as spam.'
  const returned = returnWords(delivery)
  if (returned) return returned
  if (state === 'failed') return channel === 'email' ? 'The email could not be sent.' : 'The text could not be sent.'
  if (state === 'bounced')
    return channel === 'email' ? 'Came back: your address didn’t accept it.' : 'Your number didn’t accept it.'
  if (state === 'unknown') return 'We don’t know whether it arrived.'
  return stateWords({ ...delivery, wasRefused: false })
}

const RETURN_WORDS: ReadonlyMap<string, string> = new Map(Object.entries(RETURN_CAUSES))

function returnWords({ channel, state, reason }: DeliveryFacts): string | undefined {
  const cause = channel === 'email' && state === 'failed' ? RETURN_WORDS.get(reason ?? '') : undefined
  return cause && `Came back: ${cause}.`
}

const HELD_BACK =
  'Held back: it may have been sent before the data was restored from a backup. The operators decide whether to send it.'

function stateWords(delivery: DeliveryFacts): string {
  const { channel, state, reason, wasRefused = false, isHeld = false } = delivery
  switch (state) {
    case 'queued':
      if (reason === RESTORED_REASON) return HELD_BACK
      if (isHeld) return 'Waiting while the message is paused.'
      return wasRefused ? 'The provider was busy. We’ll try again automatically.' : 'Waiting to be sent.'
    case 'sending':
      return 'Being sent.'
    case 'sent':
      return 'Sent. We don’t know yet whether it arrived.'
    case 'delivered':
      return 'Arrived.'
    case 'bounced':
      return channel === 'email' ? 'Came back: the address doesn’t accept emails.' : 'The number doesn’t accept texts.'
    case 'complained':
      return 'Arrived, and was marked as spam.'
    case 'failed':
      return returnWords(delivery) ?? 'The provider refused it. It can be tried again.'
    case 'missed':
      return 'It was too late.'
    default:
      return 'We don’t know whether it was sent, because the provider doesn’t send reports.'
  }
}

export const PLAN_WORDS = {
  planned: 'Goes out when it is due.',
  due_now: 'Goes out within a minute.',
  quiet_hours: 'Waiting until the quiet hours end.',
  no_such_reminder: 'The club doesn’t send a reminder then.',
  not_assigned: 'Is not on this shift.',
  not_on_event: 'Isn’t on any shift of this event.',
  told_since: 'Was notified about the shift after this reminder was due.',
  week_over: 'It was too late, as the reminder for the day before is due.',
  no_notice: 'No notice was sent when they were put on the shift.',
  if_changed: 'Goes out if the shift changes.',
  not_asked: 'The club does not ask people to answer.',
  asked_by_notice: 'The notice of the shift already asked.',
  asked_by_reminder: 'The reminder that day asks.',
  if_silent: 'Goes out if a message has asked them and they haven’t replied by then.',
  if_taken_away: 'Goes out if the shift is taken away.',
  began: 'The shift has begun.',
  never_knew: 'Never had a message about the shift, so there’s no need to tell them.',
  draft: 'The message has not been sent yet.',
  scheduled: 'Goes out when the message is due.',
  not_for_them: 'The message was not for them.',
  not_kept: 'The list of people was deleted two years after sending.',
} as const
