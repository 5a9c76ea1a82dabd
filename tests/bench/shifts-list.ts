import { bareStatement } from './bare-statement.ts'
import { sameAnswer } from './ceiling.ts'
import { type Dataset, siteOf } from './dataset.ts'
import { compare, inTurns, load, report, tell, warmUp } from './load.ts'
import type { Bench, Rig } from './rig.ts'

const PATH = '/api/shifts/?limit=50&expand=event,person,role,location&sort=start'

/** Requests per second of the list of 50 shifts with four relations, against the bare server. */
export const shiftsList: Bench = async (rig) => {
  const data = await rig.dataset('many')
  const site = siteOf(data)
  const product = await rig.product(data)
  const bare = await rig.ceiling(data, { kind: 'json', text: bareStatement, values: [site] })
  await sameAnswer(product.target, bare.target, PATH, site)
  await compare(
    rig.scale,
    'shifts-list',
    () => load(rig.scale, product.target, PATH, [site]),
    () => load(rig.scale, bare.target, PATH, [site]),
  )
}

/** A p99 of two seconds depends on some fifteen answers. */
const ROUNDS_AT_ONCE = 3

/**
 * The slowest hundredth of the same list over all sites of a large installation, against a small one of equal sites.
 */
export const shiftsListSites: Bench = async (rig) => {
  report('shifts-list-sites p99', await p99Ratios(rig, await rig.dataset('many'), await rig.dataset('few')))
}

/** The p99 of the list over all sites of one data set by that of another, by round. */
export async function p99Ratios(rig: Rig, many: Dataset, few: Dataset): Promise<number[]> {
  const sides = [many, few].map(async (data) => {
    const { target } = await rig.product(data)
    const sites = Array.from({ length: data.sites }, (_, i) => i + 1)
    return () => load(rig.scale, target, PATH, sites, ROUNDS_AT_ONCE)
  })
  const [large, small] = (await Promise.all(sides)) as [() => ReturnType<typeof load>, () => ReturnType<typeof load>]
  // Each site was asked for before, as on a running platform.
  await warmUp({ warm: Math.max(rig.scale.warm, many.sites) }, large, small)
  const pairs = await inTurns(rig.scale, large, small)
  tell('shifts-list-sites', `${many.sites} sites`, `${few.sites} sites`, pairs)
  return pairs.map(([many, few]) => many.p99 / few.p99)
}
