import { execFileSync } from 'node:child_process'

/** How many statements each page sends, few rows or many: the test that holds them to it tells them. */
export async function pageQueries(): Promise<void> {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'database',
    'tests/integration/page-queries.test.ts',
  ]
  const text = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  for (const [line] of text.matchAll(/^.+ queries at .+$/gm)) console.log(line)
}
