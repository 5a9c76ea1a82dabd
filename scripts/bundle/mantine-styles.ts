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
