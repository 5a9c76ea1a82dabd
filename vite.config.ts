import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import options from './remix.config.js'
import { silenceExpectedWarnings } from './scripts/bundle/expected-warnings.ts'
import { keepServerOutOfTheBrowser } from './scripts/bundle/import-guard.ts'
import { keepMembersPagesLean } from './scripts/bundle/lean-pages.ts'
import { bringStylesOfComponents } from './scripts/bundle/mantine-styles.ts'
import { keepUnusedSchemasOutOfTheBrowser } from './scripts/bundle/pure-contracts.ts'
import { keepTheShellTogether } from './scripts/bundle/shell-chunks.ts'

export default defineConfig({
  plugins: [
    silenceExpectedWarnings(),
    remix(options),
    keepServerOutOfTheBrowser(import.meta.dirname),
    keepUnusedSchemasOutOfTheBrowser(),
    bringStylesOfComponents(),
    keepTheShellTogether(import.meta.dirname),
    keepMembersPagesLean(),
  ],
  ssr: { noExternal: [/^@mantine\//, '@fontsource-variable/inter'] },
  build: { target: 'es2022', cssMinify: true },
})
