import { bareByPerson, barePeople, bareSearch } from './bare-statement.ts'
import { type Ceiling, sameAnswer } from './ceiling.ts'
import { compare, load } from './load.ts'
import type { Bench } from './rig.ts'
import type { Scale } from './scale.ts'

const SITE = 1

/** Requests per second of a list of one large club (20,000 people, 100,000 shifts), against the bare server. */
const listAgainst =
  (name: string, of: (scale: Scale) => { path: string; bare: Ceiling }): Bench =>
  async (rig) => {
    const { path, bare } = of(rig.scale)
    const data = await rig.dataset('club')
    const product = await rig.product(data)
    const ceiling = await rig.ceiling(data, bare)
    await sameAnswer(product.target, ceiling.target, path, SITE)
    await compare(
      rig.scale,
      name,
      () => load(rig.scale, product.target, path, [SITE]),
      () => load(rig.scale, ceiling.target, path, [SITE]),
    )
  }

export const collectionList = listAgainst('collection-list', () => ({
  path: '/api/people/?limit=50&sort=name',
  bare: { kind: 'json', text: barePeople, values: [SITE] },
}))

export const collectionSearch = listAgainst('collection-search', ({ word }) => ({
  path: `/api/people/?limit=50&sort=name&search=${encodeURIComponent(word)}`,
  bare: { kind: 'json', text: bareSearch, values: [SITE, `%${word}%`] },
}))

export const relationFilter = listAgainst('relation-filter', ({ word }) => ({
  path: `/api/shifts/?limit=50&sort=start&expand=person&person/name=${encodeURIComponent(word)}`,
  bare: { kind: 'json', text: bareByPerson, values: [SITE, `%${word}%`] },
}))
