import { existsSync } from 'node:fs'
import type { Plugin } from 'vite'

const CLASSES = /^(.*\/node_modules\/@mantine\/core)\/esm\/.*\/([\w-]+)\.module\.css\.mjs$/

/**
 * Lets each component of Mantine bring its own styles: the module with its class names imports the stylesheet of the same name, so
 * that a page gets the styles of the components that it has, and nobody keeps a list of them.
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

/** During `npm run dev`, where Mantine is one file: the root brings the styles of all components. */
export function bringStylesOfAllComponents(root: string): Plugin {
  return {
    name: 'watchbill:bring-styles-of-all-components',
    apply: 'serve',
    transform: (code, id) =>
      id === `${root}/app/root.tsx` ? { code: `import '@mantine/core/styles.layer.css'\n${code}`, map: null } : null,
  }
}
