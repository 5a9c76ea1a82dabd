import type { SerializeFrom } from '@remix-run/node'
import type { SeriesEvent } from '#server/requests/sign-up/queries.ts'

type Event = Pick<
  SerializeFrom<SeriesEvent>,
  'mine' | 'waiting' | 'requested' | 'clash' | 'mark' | 'over' | 'called_off'
>

export type OwnState = 'called-off' | 'on' | 'requested' | 'declined' | 'clash' | 'unavailable' | 'if-required' | 'free'

export function ownState({ mine, waiting, requested, clash, mark, called_off }: Event): OwnState {
  if (called_off) return 'called-off'
  if (mine) return 'on'
  if (waiting) return 'requested'
  if (requested) return 'declined'
  if (clash !== null) return 'clash'
  if (mark === 0) return 'unavailable'
  return mark === 2 ? 'if-required' : 'free'
}

export const canAsk = (event: Event): boolean => !event.over && !event.called_off && !event.mine && !event.requested

export const isFree = (event: Event): boolean => canAsk(event) && ['free', 'if-required'].includes(ownState(event))
