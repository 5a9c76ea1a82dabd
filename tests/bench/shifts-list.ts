import { bareOn, sameAnswer } from './bare.ts'
import { bareStatement } from './bare-statement.ts'
import { openCluster, SITES } from './dataset.ts'
import { inTurns, load, productOn, report, reportAnswers, SECONDS, tell, warmUp } from './load.ts'

const PATH = '/api/shifts/?limit=50&expand=event,person,role,location&sort=start'
const FEW = 10

/** Requests a second of the list of 50 shifts with four relations against a server without anything else, in turns. */
export async function shiftsList(): Promise<void> {
  const cluster = await openCluster()
  const data = await cluster.dataset(SITES)
  const site = Math.min(7, SITES)
  const bare = await bareOn(data, { text: bareStatement, values: [site] })
  const product = await productOn(data)
  try {
    await sameAnswer(product.target, bare.target, PATH, site)
    const [ours, theirs] = [() => load(product.target, PATH, [site]), () => load(bare.target, PATH, [site])]
    await warmUp(ours, theirs)
    const pairs = await inTurns(ours, theirs)
    reportAnswers('shifts-list', pairs)
  } finally {
    bare.stop()
    await product.stop()
    await cluster.stop()
  }
}

/** The slowest hundredth of the same list over all sites of a large installation against a small one of equal sites. */
export async function shiftsListSites(): Promise<void> {
  const cluster = await openCluster()
  const products = await Promise.all(
    [await cluster.dataset(SITES), await cluster.dataset(FEW)].map(async (data) => ({
      ...(await productOn(data)),
      sites: Array.from({ length: data.sites }, (_, i) => i + 1),
    })),
  )
  const [many, few] = products as [(typeof products)[0], (typeof products)[0]]
  try {
    // Three times as long as other rounds: a p99 of two seconds hangs on some fifteen answers.
    const options = { seconds: 3 * SECONDS }
    const [large, small] = [
      () => load(many.target, PATH, many.sites, options),
      () => load(few.target, PATH, few.sites, options),
    ]
    await warmUp(large, small)
    const pairs = await inTurns(large, small)
    tell(`${SITES} sites`, `${FEW} sites`, pairs)
    report(
      'shifts-list-sites p99',
      pairs.map(([many, few]) => many.p99 / few.p99),
    )
  } finally {
    for (const { stop } of products) await stop()
    await cluster.stop()
  }
}
