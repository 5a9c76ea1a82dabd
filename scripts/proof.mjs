// `npm run proof`: the same promises as `npm test`, with the full figures. Takes long; not part of the tests.
import { spawnSync } from 'node:child_process'

const names = process.argv.slice(2)
const { status } = spawnSync(
  'node_modules/.bin/vitest',
  ['run', '--project', 'unit', '--project', 'database', '--testTimeout=3600000', ...names],
  {
    stdio: 'inherit',
    env: { ...process.env, PROOF: '1' },
  },
)
process.exit(status ?? 1)
