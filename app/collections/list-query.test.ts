import { describe, expect, it } from 'vitest'
import { engineQuery, listAddress, NOW, readQuery } from './list-query.ts'

const view: Parameters<typeof readQuery>[0] = {
  tabs: [
    { key: 'upcoming', label: 'Upcoming', query: { future: 'true' }, sort: 'start' },
    { key: 'past', label: 'Past', query: { future: 'false' }, sort: '-start' },
    { key: 'since', label: 'Since', query: { end__gte: NOW } },
  ],
  columns: [{ sort: 'start' }, { sort: 'name' }, {}],
  expand: 'location',
}
const now = '2027-03-01T09:00:00Z'
const read = (address: string) => readQuery(view, new URLSearchParams(address))

describe('the address of a list', () => {
  it('opens the first tab in its own order', () => {
    expect(engineQuery(view, read(''), now)).toEqual({
      future: 'true',
      sort: 'start',
      expand: 'location',
      limit: '25',
      offset: '0',
    })
  })

  it('reads everything that can be said', () => {
    const query = read('view=past&search=race+4&sort=-name&limit=10&page=3')
    expect(engineQuery(view, query, now)).toEqual({
      future: 'false',
      search: 'race 4',
      sort: '-name',
      expand: 'location',
      limit: '10',
      offset: '20',
    })
  })

  it.each(['sort=password', 'limit=7', 'limit=-1', 'page=0', 'page=1e99', 'view=nothing', 'page=2.5'])(
    'takes %s as not said',
    (address) => {
      expect(read(address)).toEqual(read(''))
    },
  )

  it('puts the current instant into a query that asks for it', () => {
    expect(engineQuery(view, read('view=since'), now)).toMatchObject({ end__gte: now })
  })

  it('comes back from every change of itself', () => {
    const query = read('view=past&search=race+4&sort=-name&limit=10&page=3')
    expect(read(listAddress(view, query, { page: 4 }).slice(1))).toEqual({ ...query, page: 4 })
  })

  it('begins at the first page when what is listed changes, and in the own order of another tab', () => {
    const query = read('search=a&sort=name&page=3')
    expect(listAddress(view, query, { search: 'b' })).toBe('?search=b&sort=name')
    expect(listAddress(view, query, { tab: 'past' })).toBe('?view=past&search=a')
    expect(listAddress(view, read(''), { tab: 'upcoming' })).toBe('')
  })
})
