import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EMPTY_ITEM, type Item } from './items.ts'
import { Legend } from './legend.tsx'

const DAYS = ['2027-07-10', '2027-07-11']
const item = (over: Partial<Item> = {}): Item => ({
  ...EMPTY_ITEM,
  ...{ key: 'event-1', kind: 'event', name: 'Race', start: '2027-07-10T10:00:00Z', end: '2027-07-10T12:00:00Z' },
  ...{ first: '2027-07-10', last: '2027-07-10' },
  ...over,
})

const words = (items: Item[], marks: Record<string, 0 | 1 | 2> = {}) =>
  renderToStaticMarkup(<Legend items={items} marks={marks} days={DAYS} />)
    .replace(/<svg.*?<\/svg>/g, '')
    .split(/<[^>]*>/)
    .filter(Boolean)

test('the legend of a month lists only the signs that it shows', () => {
  expect(words([])).toEqual(['Availability not set'])
  expect(words([item()], { '2027-07-10': 1, '2027-07-11': 1 })).toEqual(['Available'])
  expect(words([item({ mine: true }), item({ requested: true }), item({ last: '2027-07-11' })])).toEqual([
    ...['Your shift', 'Requested', 'Several days', 'Availability not set'],
  ])
  expect(words([item({ kind: 'external' }), item({ empty: 0 })], { '2027-07-10': 0, '2027-07-11': 2 })).toEqual([
    ...['Another club’s event', 'Only if required', 'Unavailable', 'All shifts filled'],
  ])
})

test('an event that is called off shows none of these signs', () => {
  const off = item({ called_off: true, mine: true, requested: true, last: '2027-07-11', empty: 0 })
  expect(words([off])).toEqual(['Availability not set'])
})

test('the legend is gone with its last sign', () => {
  expect(renderToStaticMarkup(<Legend items={[]} marks={{ '2027-07-10': 1 }} days={[]} />)).toBe('')
})
