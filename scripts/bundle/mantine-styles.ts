import { existsSync } from 'node:fs'
import type { Plugin } from 'vite'

const CLASSES = /^(.*\/node_modules\/@mantine\/core)\/esm\/.*\/([\w-]+)\.module\.css\.mjs$/

/**
 * Loads the styles of each Mantine component with it: the module of its class names imports the stylesheet of the same name. A page
 * gets the styles of its own components, and nobody maintains a list.
 */
export function bringStylesOfComponents(): Plugin {
  return {
    name: 'watchbill:bring-styles-of-components',
    apply: 'build',
    transform(code, id) {
      const [, root, name] = CLASSES.exec(id) ?? []
      if (!root) return null
      const styles = `${root}/styles/${name}.layer.css`
      if (!existsSync(styles)) this.error(`${name} has no stylesheet of its own.`)
      return { code: `import '${styles}'\n${code}`, map: null }
    },
  }
}

/** Loads the styles of all components and the theme with the root under `npm run dev`, where Mantine is one file. */
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
