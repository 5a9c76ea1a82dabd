import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepMembersPagesLean } from './lean-pages.ts'
import { bringStylesOfComponents } from './mantine-styles.ts'
import { keepTheShellTogether } from './shell-chunks.ts'

let root: string
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'lean-pages-')))
})
afterEach(() => rm(root, { recursive: true }))

async function bundle(files: Record<string, string>, entries: readonly string[], plugin: Plugin) {
  for (const [file, code] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await writeFile(path.join(root, file), code)
  }
  const [built] = [
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [plugin],
      build: {
        write: false,
        minify: false,
        rollupOptions: { input: entries.map((entry) => path.join(root, entry)), preserveEntrySignatures: 'strict' },
      },
    }),
  ].flat()
  return built && 'output' in built ? built.output : []
}

const LIST = { 'app/collections/list-table.tsx': 'export const table = () => document.title' }
const uses = (from: string) => `import { table } from '${from}'\nexport default table`
const onDemand = `export default () => import('../../../collections/list-table.tsx')`

test.each([
  ['members', 'app/features/dashboard/routes/dashboard.tsx', uses('../../../collections/list-table.tsx'), false],
  ['members, when it is asked for', 'app/features/dashboard/routes/dashboard.tsx', onDemand, true],
  ['admins', 'app/features/shifts/routes/shifts.tsx', uses('../../../collections/list-table.tsx'), true],
])('a list’s table in a page of %s', async (_whose, route, code, fine) => {
  const built = bundle({ ...LIST, [route]: code }, [route], keepMembersPagesLean())
  if (fine) await expect(built).resolves.toBeTruthy()
  else await expect(built).rejects.toThrow('list-table.tsx must not be loaded with dashboard')
})

test('the scripts of a page stay below its limit; the error names the heaviest file', async () => {
  const noise = Array.from({ length: 4_000 }, (_, i) => Math.sin(i).toString(36)).join('')
  const files = {
    'app/entry.client.tsx': `document.title = '${noise}'`,
    'app/features/calendar/routes/events.calendar._index.tsx': 'export default () => document.title',
  }
  const built = (most: number) =>
    bundle(files, Object.keys(files), keepMembersPagesLean({ mostKb: { 'events.calendar._index': most } }))
  await expect(built(100)).resolves.toBeTruthy()
  await expect(built(10)).rejects.toThrow(/_index loads [\d.]+ kB .* more than 10\. The heaviest: \S*entry\.client/)
})

test('the imports of the root, and nothing else, come in three files', async () => {
  const icons = 'node_modules/@tabler/icons-react/dist/esm'
  const icon = (name: string) => `export default document.createElement('${name}')`
  const built = await bundle(
    {
      'node_modules/react/package.json': '{ "name": "react", "main": "index.js", "sideEffects": false }',
      'node_modules/react/index.js': `export const draw = () => document.title`,
      'node_modules/@tabler/icons-react/package.json': `{ "name": "@tabler/icons-react", "module": "dist/esm/tabler-icons-react.mjs", "sideEffects": false }`,
      [`${icons}/tabler-icons-react.mjs`]: ['Home', 'Key']
        .map((name) => `export { default as Icon${name} } from './icons/Icon${name}.mjs'`)
        .join('\n'),
      [`${icons}/icons/IconHome.mjs`]: icon('home'),
      [`${icons}/icons/IconKey.mjs`]: icon('key'),
      'app/shell.ts': `import { draw } from 'react'\nexport const shell = () => draw()`,
      'app/entry.client.tsx': `import { shell } from './shell.ts'\nshell()`,
      'app/root.tsx': `import { IconHome } from '@tabler/icons-react'\nimport { shell } from './shell.ts'\nexport default () => [IconHome, shell()]`,
      'app/page.ts': `import { IconHome, IconKey } from '@tabler/icons-react'\nimport { shell } from './shell.ts'\nexport default () => [IconHome, IconKey, shell()]`,
      'app/other.ts': `import { IconHome, IconKey } from '@tabler/icons-react'\nexport default () => [IconHome, IconKey]`,
    },
    ['app/entry.client.tsx', 'app/root.tsx', 'app/page.ts', 'app/other.ts'],
    keepTheShellTogether(root),
  )
  const holds = Object.fromEntries(
    built.flatMap((part) =>
      part.type === 'chunk'
        ? Object.entries(part.modules).flatMap(([id, { renderedLength }]) =>
            renderedLength ? [[path.basename(id), part.name] as const] : [],
          )
        : [],
    ),
  )
  expect(holds).toMatchObject({ 'index.js': 'framework', 'IconHome.mjs': 'libraries', 'shell.ts': 'shell' })
  expect(['framework', 'libraries', 'shell']).not.toContain(holds['IconKey.mjs'])
})

test('a component of Mantine loads its own styles; one without a stylesheet fails the build', async () => {
  const mantine = 'node_modules/@mantine/core'
  const files = {
    [`${mantine}/styles/Chip.layer.css`]: '@layer mantine { .chip { color: red } }',
    [`${mantine}/esm/components/Chip/Chip.module.css.mjs`]: `export default { root: 'chip' }`,
    [`${mantine}/esm/components/Lost/Lost.module.css.mjs`]: `export default { root: 'lost' }`,
    'chip.ts': `import classes from './${mantine}/esm/components/Chip/Chip.module.css.mjs'\ndocument.title = classes.root`,
    'lost.ts': `import classes from './${mantine}/esm/components/Lost/Lost.module.css.mjs'\ndocument.title = classes.root`,
  }
  const built = await bundle(files, ['chip.ts'], bringStylesOfComponents())
  expect(built.map((part) => (part.type === 'asset' ? String(part.source) : '')).join('')).toContain('.chip')
  await expect(bundle(files, ['lost.ts'], bringStylesOfComponents())).rejects.toThrow('Lost has no stylesheet')
})
