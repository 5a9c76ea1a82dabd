import { BENCHES } from './benches.ts'
import { openCluster } from './dataset.ts'
import { createRig } from './rig.ts'
import { FULL } from './scale.ts'

/**
 * `npm run bench [-- name …]` prints ratios as lines `name ratio 0.91`. Rounds alternate between both sides, so that
 * other load on the machine affects both.
 */
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(BENCHES, name))
if (unknown.length) throw new Error(`No benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`)
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length && !asked.includes(name)) continue
  const cluster = await openCluster()
  const rig = createRig(FULL, cluster.dataset)
  try {
    await bench(rig)
  } finally {
    await rig.close()
    await cluster.stop()
  }
}
