import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { cruise as cruiseFiles, type ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { expect, test } from 'vitest'

/** Cruises a small tree of files by the rule of the house. @returns the names of the rules that it breaks. */
async function cruise(files: Record<string, string>): Promise<string[]> {
  await mkdir('.cache', { recursive: true })
  const root = await mkdtemp(path.resolve('.cache', 'cycles-'))
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true })
      await writeFile(path.join(root, file), text)
    }
    const { output } = await cruiseFiles([root], await extractOptions(path.resolve('.dependency-cruiser.folders.cjs')))
    return [...new Set((output as ICruiseResult).summary.violations.map(({ rule }) => rule.name))]
  } finally {
    await rm(root, { recursive: true })
  }
}

const TREE = {
  'one/a.ts': `import { b } from '../two/b.ts'\nexport const a = b`,
  'two/b.ts': 'export const b = 1',
}

test('two folders that import each other are refused, although no two files do', async () => {
  expect(await cruise(TREE)).toEqual([])
  const more = { 'two/c.ts': `import { d } from '../one/d.ts'\nexport const c = d`, 'one/d.ts': 'export const d = 1' }
  expect(await cruise({ ...TREE, ...more })).toEqual(['no-folder-cycles'])
})
