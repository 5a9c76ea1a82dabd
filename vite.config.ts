import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import { keepServerOutOfTheBrowser } from './import-guard.ts'
import { keepUnusedSchemasOutOfTheBrowser } from './pure-contracts.ts'
import options from './remix.config.js'

export default defineConfig({
  plugins: [remix(options), keepServerOutOfTheBrowser(import.meta.dirname), keepUnusedSchemasOutOfTheBrowser()],
  ssr: { noExternal: [/^@mantine\//, '@fontsource-variable/inter'] },
  build: { target: 'es2022', cssMinify: true },
})
