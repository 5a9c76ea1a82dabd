import { describe, expect, it } from 'vitest'
import { engineQuery, listAddress, NOW, readQuery, sameList, savedQuery } from './list-query.ts'

const view: Parameters<typeof readQuery>[0] = {
  tabs: [
    { key: 'upcoming', label: 'Upcoming', query: { future: 'true' }, sort: 'start' },
    { key: 'past', label: 'Past', query: { future: 'false' }, sort: '-start' },
    { key: 'since', label: 'Since', query: { end__gte: NOW } },
  ],
  columns: [{ key: 'start', sort: 'start' }, { key: 'name', sort: 'name' }, { key: 'more' }],
  expand: 'location',
}
const plain = { nullable: false, readOnly: false, required: false }
const contract: Parameters<typeof readQuery>[1] = {
  fields: {
    order: { ...plain, kind: 'integer' },
    joined: { ...plain, kind: 'date', nullable: true },
    role: { ...plain, kind: 'choice', choices: ['admin', 'user'] },
    location: { ...plain, kind: 'relation', to: 'locations', names: 'name', nullable: true },
    tags: { ...plain, kind: 'words' },
    settings: { ...plain, kind: 'json' },
  },
}
const now = '2027-03-01T09:00:00Z'
const read = (address: string) => readQuery(view, contract, new URLSearchParams(address))

describe('the URL of a list', () => {
  it('opens the first tab in its default order', () => {
    expect(engineQuery(view, read(''), now)).toEqual({
      future: 'true',
      sort: 'start',
      expand: 'location',
      limit: '10',
      offset: '0',
    })
  })

  it('reads every parameter', () => {
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

  it.each(['sort=password', 'limit=7', 'page=0', 'page=1e99', 'view=nothing', 'page=2.5'])('ignores %s', (address) => {
    expect(read(address)).toEqual(read(''))
  })

  it.each([
    'order=x',
    'order__like=3',
    'joined=2027-02-31',
    'joined__gte=soon',
    'role=no one',
    'location=0',
    'location=4,',
    'location__gt=4',
    'settings=a',
    'password=a',
    'tags__gt=a',
    'order=null',
  ])('ignores the condition %s', (condition) => {
    expect(read(condition).filters).toEqual({})
  })

  it('passes conditions to the engine in its notation', () => {
    const filters = {
      order__gte: '3',
      joined: 'null',
      joined__ne: 'null',
      role: 'admin,user',
      location__ne: '4,9',
      tags: 'a',
    }
    const query = read(new URLSearchParams(filters).toString())
    expect(query.filters).toEqual(filters)
    expect(engineQuery(view, query, now)).toMatchObject(filters)
    expect(read(listAddress(view, query, {}).slice(1))).toEqual(query)
  })

  it('sorts by several keys and by fields, and shows all on one page', () => {
    expect(engineQuery(view, read('sort=-name,location/name,joined&limit=-1&page=4'), now)).toEqual({
      future: 'true',
      sort: '-name,location/name,joined',
      expand: 'location',
      limit: '1000',
      offset: '0',
    })
    expect(read('sort=name,tags').sort).toBe('start')
  })

  it('keeps chosen columns that exist', () => {
    expect(read('cols=name,order,secret,order').columns).toEqual(['name', 'order'])
    expect(read('cols=secret').columns).toBeNull()
  })

  it('recognises the same list whatever the order of parameters and the page', () => {
    expect(sameList('a=1&b=2&page=4', 'b=2&a=1')).toBe(true)
    expect(sameList('a=1', 'a=2')).toBe(false)
  })

  it('saves the parameters that name the list, and the tab where nothing else does', () => {
    const kept = (text: string) => savedQuery(new URLSearchParams(text), 'current')
    expect(kept('search=ann&page=3&add=1&open=5&from=1000')).toBe('search=ann')
    for (const text of ['', 'page=2']) expect(kept(text)).toBe('view=current')
  })

  it('puts the current instant into a query that needs it', () => {
    expect(engineQuery(view, read('view=since'), now)).toMatchObject({ end__gte: now })
  })

  it('survives a round trip through every change', () => {
    const query = read('view=past&search=race+4&sort=-name&limit=10&page=3')
    expect(read(listAddress(view, query, { page: 4 }).slice(1))).toEqual({ ...query, page: 4 })
  })

  it('returns to the first page when the rows change, and to the default order of another tab', () => {
    const query = read('search=a&sort=name&page=3')
    expect(listAddress(view, query, { search: 'b' })).toBe('?search=b&sort=name')
    expect(listAddress(view, query, { tab: 'past' })).toBe('?view=past&search=a')
    expect(listAddress(view, read(''), { tab: 'upcoming' })).toBe('')
  })
})
