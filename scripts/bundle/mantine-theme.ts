import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const CORE = '/node_modules/@mantine/core/esm/core/'

const READERS = ['Box/Box.mjs', 'MantineProvider/use-props/use-props.mjs']

const PROVIDER = 'MantineProvider/MantineThemeProvider/MantineThemeProvider.mjs'

/** Without the provider and the default theme that it would import. */
const CONTEXT = `import { createContext, useContext } from 'react'
export const MantineThemeContext = createContext(null)
export const useMantineTheme = () => useContext(MantineThemeContext)
export const useSafeMantineTheme = useMantineTheme
export const MantineThemeProvider = () => { throw new Error('The root provides the theme: app/shell/look.tsx.') }
`

/**
 * Modules of ours that components need, and their imports: each from its own module, since the barrel would import the
 * component again.
 */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  'app/shell/look.tsx': ['MantineContext', 'MantineThemeContext'],
  'app/theme.ts': [
    'convertCssVariables',
    'createTheme',
    'DEFAULT_THEME',
    'defaultCssVariablesResolver',
    'mergeMantineTheme',
  ],
}

const PARTS = '\0mantine-parts:'

/**
 * Loads the theme with the first component of Mantine that reads it, not with every page.
 * @param root absolute path of the project.
 */
export function bringThemeWithComponents(root: string): Plugin {
  return {
    name: 'watchbill:bring-theme-with-components',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer = '') {
      const own = path.relative(root, importer)
      if (source !== '@mantine/core' || !Object.hasOwn(TAKEN, own)) return null
      const index = await this.resolve(source, importer, { skipSelf: true })
      return index ? `${PARTS}${index.id}:${own}` : null
    },
    load(id) {
      if (!id.startsWith(PARTS)) return null
      const [index = '', own = ''] = id.slice(PARTS.length).split(':')
      const list = readFileSync(index, 'utf8')
      const lines = TAKEN[own]?.map((name) => {
        const [, from] = new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(list) ?? []
        if (!from) this.error(`@mantine/core no longer exports ${name}.`)
        return `export { ${name} } from '${path.join(path.dirname(index), from)}'`
      })
      return { code: lines?.join('\n') ?? '', moduleSideEffects: false }
    },
    transform(code, id) {
      const [, file = ''] = id.split(CORE)
      if (file === PROVIDER) return { code: CONTEXT, map: null }
      if (!READERS.includes(file)) return null
      if (!code.includes('useMantineTheme')) this.error(`${id} no longer reads the theme.`)
      return { code: `import '${root}/app/theme-filled.ts'\n${code}`, map: null }
    },
  }
}
