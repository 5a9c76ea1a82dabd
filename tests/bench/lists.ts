import { type Bare, bareOn, sameAnswer } from './bare.ts'
import { bareByPerson, barePeople, bareSearch } from './bare-statement.ts'
import { openCluster } from './dataset.ts'
import { inTurns, load, productOn, reportAnswers, warmUp } from './load.ts'

const SITE = 1

/** Requests a second of a list of one large club (20,000 people, 100,000 shifts) against the bare server, in turns. */
const listAgainst = (name: string, path: string, bare: Bare) => async (): Promise<void> => {
  const cluster = await openCluster()
  const data = await cluster.wide()
  const product = await productOn(data)
  const ceiling = await bareOn(data, bare)
  try {
    await sameAnswer(product.target, ceiling.target, path, SITE)
    const [ours, theirs] = [() => load(product.target, path, [SITE]), () => load(ceiling.target, path, [SITE])]
    await warmUp(ours, theirs)
    const pairs = await inTurns(ours, theirs)
    reportAnswers(name, pairs)
  } finally {
    ceiling.stop()
    await product.stop()
    await cluster.stop()
  }
}

const WORD = 'person 199'

export const collectionList = listAgainst('collection-list', '/api/people/?limit=50&sort=name', {
  text: barePeople,
  values: [SITE],
})
export const collectionSearch = listAgainst(
  'collection-search',
  `/api/people/?limit=50&sort=name&search=${encodeURIComponent(WORD)}`,
  { text: bareSearch, values: [SITE, `%${WORD}%`] },
)
export const relationFilter = listAgainst(
  'relation-filter',
  `/api/shifts/?limit=50&sort=start&expand=person&person/name=${encodeURIComponent(WORD)}`,
  { text: bareByPerson, values: [SITE, `%${WORD}%`] },
)
