import { eventName } from '#server/shift-facts/event.pure.ts'
import { NOT_ACTIVE_WORDS } from './missing/rules.ts'

/** `you`: the person themself; `them`: someone who reads about them. */
export type Voice = 'you' | 'them'

export type Neighbour<Held extends { event_name: string } = { event_name: string }> = { held: Held; minutes: number }

export const PLAIN_WORDS = {
  you: {
    past: 'This shift is over.',
    called_off: 'This event is called off.',
    unpublished: 'This shift isn’t published.',
    inactive: 'You are no longer active at this club.',
    mine: 'This shift is yours.',
    taken: 'Someone else has this shift.',
    on_it: 'You are already on this event at that time.',
    unavailable: 'You marked yourself as unavailable that day.',
    no_cover_requests: 'You’ve said you don’t want to be asked to cover.',
    never_signed_in: 'You have never signed in.',
  },
  them: {
    past: 'The shift is over',
    called_off: 'The event is called off',
    unpublished: 'The shift isn’t published',
    inactive: NOT_ACTIVE_WORDS,
    mine: 'Already on this shift',
    taken: 'Someone else has the shift',
    on_it: 'Already on this event at that time',
    unavailable: 'Unavailable that day',
    no_cover_requests: 'Prefers not to be asked to cover',
    never_signed_in: 'Has never signed in',
  },
} satisfies Record<Voice, Record<string, string>>

/** Describes a hold. @param until a day and time, as text. */
export function heldWords(until: string, voice: Voice): string {
  const words = `Held for someone on the waiting list until ${until}`
  return voice === 'you' ? `${words}.` : words
}

export const clashWords = (event: string, voice: Voice): string =>
  voice === 'you' ? `You are on ${eventName(event)} at that time.` : `On ${eventName(event)} at that time`

/** @param rest.isLater whether the other shift is the later one. */
export function restWords(
  { held, minutes }: Neighbour,
  { isLater, restHours, voice }: { isLater: boolean; restHours: number; voice: Voice },
): string {
  const when =
    minutes === 0
      ? isLater
        ? 'just after this'
        : 'just before this'
      : `${lengthText(minutes)} ${isLater ? 'later' : 'before'}`
  const rest = restHours === 1 ? '1 hour’s rest' : `${restHours} hours’ rest`
  return voice === 'you'
    ? `You’re on ${eventName(held.event_name)} ${when}. The club asks for ${rest}.`
    : `On ${eventName(held.event_name)} ${when}, and the club asks for ${rest}`
}

const lengthText = (minutes: number) => {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)]
  return [hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(' ') || '0 min'
}
