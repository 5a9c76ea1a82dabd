import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import options from './remix.config.js'

const MAY_REACH_THE_BROWSER = /\/server\/(?:.*\/)?(?:contract|rules|[\w-]+-contract)\.ts$/

/** Fails the client build when code of the server, other than contracts and pure rules, would be sent to browsers. */
function keepServerOutOfTheBrowser(): Plugin {
  return {
    name: 'watchbill:keep-server-out-of-the-browser',
    apply: 'build',
    generateBundle(_options, bundle) {
      if (this.environment?.name === 'ssr') return
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          const inside =
            id.startsWith(`${import.meta.dirname}/server/`) || id.startsWith(`${import.meta.dirname}/workers/`)
          if (inside && renderedLength > 0 && !MAY_REACH_THE_BROWSER.test(id))
            this.error(`${id} must not reach the browser.`)
        }
      }
    },
  }
}

export default defineConfig({
  plugins: [remix(options), keepServerOutOfTheBrowser()],
  ssr: { noExternal: [/^@mantine\//, '@fontsource-variable/inter'] },
  build: { target: 'es2022', cssMinify: true },
})
