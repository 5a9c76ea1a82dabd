import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Cruises a small tree of files by the rule of the house. @returns what it prints. */
async function cruise(files: Record<string, string>): Promise<{ status: number | null; text: string }> {
  await mkdir('.cache', { recursive: true })
  const root = await mkdtemp(path.resolve('.cache', 'cycles-'))
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true })
      await writeFile(path.join(root, file), text)
    }
    const config = path.resolve('.dependency-cruiser.folders.cjs')
    const { status, stdout } = spawnSync('node_modules/.bin/depcruise', ['--config', config, root], {
      encoding: 'utf8',
    })
    return { status, text: stdout }
  } finally {
    await rm(root, { recursive: true })
  }
}

const TREE = {
  'one/a.ts': `import { b } from '../two/b.ts'\nexport const a = b`,
  'two/b.ts': 'export const b = 1',
}

test('two folders that import each other are refused, although no two files do', async () => {
  expect(await cruise(TREE)).toMatchObject({ status: 0 })
  const { status, text } = await cruise({
    ...TREE,
    'two/c.ts': `import { d } from '../one/d.ts'\nexport const c = d`,
    'one/d.ts': 'export const d = 1',
  })
  expect(status).toBeGreaterThan(0)
  expect(text).toContain('no-folder-cycles')
})
