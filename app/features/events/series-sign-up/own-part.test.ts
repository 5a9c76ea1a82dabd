import { expect, test } from 'vitest'
import { canAsk, isFree, ownState } from './own-part.ts'

const event = { mine: false, waiting: false, requested: false, clash: null, mark: null, over: false, called_off: false }

test.each([
  [{}, 'free', true, true],
  [{ mark: 1 }, 'free', true, true],
  [{ mark: 2 }, 'if-required', true, true],
  [{ mark: 0 }, 'unavailable', true, false],
  [{ clash: '' }, 'clash', true, false],
  [{ clash: 'Junior training', mark: 1 }, 'clash', true, false],
  [{ mine: true, requested: true }, 'on', false, false],
  [{ requested: true, waiting: true }, 'requested', false, false],
  [{ requested: true }, 'declined', false, false],
  [{ over: true }, 'free', false, false],
  [{ called_off: true }, 'called-off', false, false],
  [{ called_off: true, mine: true }, 'called-off', false, false],
] as const)('%o is %s', (over, state, asks, free) => {
  const it = { ...event, ...over }
  expect([ownState(it), canAsk(it), isFree(it)]).toEqual([state, asks, free])
})
