import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import { keepServerOutOfTheBrowser } from './import-guard.ts'
import { keepMembersPagesLean } from './lean-pages.ts'
import { bringStylesOfComponents } from './mantine-styles.ts'
import { keepUnusedSchemasOutOfTheBrowser } from './pure-contracts.ts'
import options from './remix.config.js'
import { keepTheShellTogether } from './shell-chunks.ts'

export default defineConfig({
  plugins: [
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
