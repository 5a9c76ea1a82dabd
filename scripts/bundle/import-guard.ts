import type { Plugin } from 'vite'

const MAY_REACH_THE_BROWSER = /\/server\/(?:.*\/)?(?:contract|rules|[\w-]+\.pure|[\w-]+-contract)\.ts$/

const SCHEMAS = /\/node_modules\/zod\//

/**
 * Fails the client build when it contains code of the server or workers other than contracts and pure rules, or zod
 * with a schema: only the server validates. Remix guards only files named `.server`.
 * @param root absolute path of the project.
 */
export function keepServerOutOfTheBrowser(root: string): Plugin {
  return {
    name: 'watchbill:keep-server-out-of-the-browser',
    apply: 'build',
    generateBundle(_options, bundle) {
      if (this.environment.name === 'ssr') return
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          if (SCHEMAS.test(id) && renderedLength > 0)
            this.error(
              `zod must not reach the browser; a screen calls a schema (${chunk.facadeModuleId ?? chunk.name}).`,
            )
          const inside =
            id.startsWith(`${root}/server/`) || id.startsWith(`${root}/workers/`) || id.startsWith(`${root}/bin/`)
          if (inside && renderedLength > 0 && !MAY_REACH_THE_BROWSER.test(id))
            this.error(`${id} must not reach the browser.`)
        }
      }
    },
  }
}
