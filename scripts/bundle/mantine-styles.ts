import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const CLASSES = /^(.*\/node_modules\/@mantine\/core)\/esm\/.*\/([\w-]+)\.module\.css\.mjs$/
const STYLES = /^(.*\/node_modules\/@mantine\/core)\/styles\/([\w-]+)\.layer\.css$/

/** The first import of `app/entry.client.tsx`, so that every page declares the order of the layers first. */
const FIRST = 'default-css-variables'

/** States of all components, such as reduced motion, which outweigh any component: stays in the outer layer. */
const OVER_ALL = 'global'

/**
 * Loads each Mantine component's styles with it: the module of its class names imports the stylesheet of the same name.
 * Each stylesheet is a separate cascade layer, in the order of Mantine's whole stylesheet, since pages link stylesheets
 * in any order.
 */
export function bringStylesOfComponents(): Plugin {
  return {
    name: 'watchbill:bring-styles-of-components',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      const [, root, name] = CLASSES.exec(id) ?? []
      if (root) {
        const styles = `${root}/styles/${name}.layer.css`
        if (!existsSync(styles)) this.error(`${name} has no stylesheet of its own.`)
        return { code: `import '${styles}'\n${code}`, map: null }
      }
      const [, package_, sheet] = STYLES.exec(id) ?? []
      if (!package_ || sheet === OVER_ALL) return null
      const layered = code.replace('@layer mantine', `@layer mantine.${sheet}`)
      return { code: sheet === FIRST ? layerOrder(package_) + layered : layered, map: null }
    },
  }
}

function layerOrder(root: string): string {
  const whole = readFileSync(`${root}/styles.layer.css`, 'utf8')
  const layers = readdirSync(`${root}/styles`)
    .flatMap((file) => /^([\w-]+)\.layer\.css$/.exec(file)?.[1] ?? [])
    .filter((name) => name !== OVER_ALL)
    .map((name) => {
      const [firstClass] = /\.m_\w+/.exec(readFileSync(`${root}/styles/${name}.layer.css`, 'utf8')) ?? []
      return { name, at: firstClass ? whole.indexOf(firstClass) : 0 }
    })
    .sort((a, b) => a.at - b.at)
  return `@layer mantine{@layer ${layers.map(({ name }) => name).join()};}`
}

/** Loads all styles and the theme with the root under `npm run dev`, where Mantine is one file. */
export function bringStylesOfAllComponents(root: string): Plugin {
  return {
    name: 'watchbill:bring-styles-of-all-components',
    apply: 'serve',
    transform: (code, id) =>
      id === `${root}/app/root.tsx`
        ? { code: `import '@mantine/core/styles.layer.css'\nimport './theme-filled.ts'\n${code}`, map: null }
        : null,
  }
}
