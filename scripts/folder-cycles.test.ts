import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { cruise as cruiseFiles, type ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { expect, test } from 'vitest'

const cruised = async (roots: string[]) => {
  const { output } = await cruiseFiles(roots, await extractOptions(path.resolve('.dependency-cruiser.folders.cjs')))
  return output as ICruiseResult
}

async function withFiles<T>(files: Record<string, string>, look: (root: string) => Promise<T>): Promise<T> {
  await mkdir('.cache', { recursive: true })
  const root = await mkdtemp(path.resolve('.cache', 'cycles-'))
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true })
      await writeFile(path.join(root, file), text)
    }
    return await look(path.relative('.', root))
  } finally {
    await rm(root, { recursive: true })
  }
}

/** @returns the names of the rules that a tree of files breaks. */
const broken = (files: Record<string, string>) =>
  withFiles(files, async (root) => {
    const { summary } = await cruised([root])
    return [...new Set(summary.violations.map(({ rule }) => rule.name))]
  })

/**
 * Sorts domains by layer: each needs only those of lower layers. A domain is a top-level folder of `root` with its
 * content.
 * @returns the layers from the lowest, and the domains of a circle with those that need one.
 */
async function floorsOf(root: string): Promise<{ floors: string[][]; circle: string[] }> {
  const { modules } = await cruised([root])
  const domainOf = (file: string) => {
    const [domain, ...rest] = path.relative(root, file).split('/')
    return rest.length && domain !== '..' ? domain : undefined
  }
  const needs = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const domain = domainOf(source)
    if (!domain) continue
    const needed = needs.get(domain) ?? new Set()
    for (const { resolved } of dependencies) needed.add(domainOf(resolved) ?? domain)
    needs.set(domain, needed)
  }
  const floors: string[][] = []
  for (;;) {
    const below = new Set(floors.flat())
    const floor = [...needs].flatMap(([domain, needed]) =>
      !below.has(domain) && [...needed].every((one) => one === domain || below.has(one)) ? [domain] : [],
    )
    if (!floor.length) return { floors, circle: [...needs.keys()].filter((domain) => !below.has(domain)) }
    floors.push(floor)
  }
}

const TREE = {
  'one/a.ts': `import { b } from '../two/b.ts'\nexport const a = b`,
  'two/b.ts': 'export const b = 1',
}

test('two folders that import each other are refused, even if no two files do', async () => {
  expect(await broken(TREE)).toEqual([])
  const more = { 'two/c.ts': `import { d } from '../one/d.ts'\nexport const c = d`, 'one/d.ts': 'export const d = 1' }
  expect(await broken({ ...TREE, ...more })).toEqual(['no-folder-cycles'])
})

test.each(['server', 'app/features'])('no folders of %s form a circle, at any depth', async (root) => {
  const { floors, circle } = await floorsOf(root)
  expect(circle).toEqual([])
  expect(floors.length).toBeGreaterThan(5)
})

test('a circle of domains is found even if no two folders form one', async () => {
  const circle = {
    'one/low/a.ts': 'export const a = 1',
    'one/high/c.ts': `import { b } from '../../two/b.ts'\nexport const c = b`,
    'two/b.ts': `import { a } from '../one/low/a.ts'\nexport const b = a`,
    'three/d.ts': 'export const d = 1',
  }
  expect(await broken(circle)).toEqual([])
  expect(await withFiles(circle, floorsOf)).toEqual({ floors: [['three']], circle: ['one', 'two'] })
})
