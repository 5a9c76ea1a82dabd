// `npm run proof`: the unit and database tests with their full figures (docs/testing.md). Takes hours; file names limit
// it.
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
