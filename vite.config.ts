import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import options from './remix.config.js'
import { silenceExpectedWarnings } from './scripts/bundle/expected-warnings.ts'
import { keepServerOutOfTheBrowser } from './scripts/bundle/import-guard.ts'
import { keepMembersPagesLean } from './scripts/bundle/lean-pages.ts'
import { bringStylesOfAllComponents, bringStylesOfComponents } from './scripts/bundle/mantine-styles.ts'
import { bringThemeWithComponents } from './scripts/bundle/mantine-theme.ts'
import { narrowServerText } from './scripts/bundle/narrow-text.ts'
import { keepUnusedSchemasOutOfTheBrowser } from './scripts/bundle/pure-contracts.ts'
import { leaveOutUnusedRemix } from './scripts/bundle/remix-options.ts'
import { keepTheShellTogether } from './scripts/bundle/shell-chunks.ts'
import { joinStylesheets } from './scripts/bundle/stylesheets.ts'

/** Everything that imports React, so that the built server holds one React, in its production form. */
const WITH_REACT = [/^(react|scheduler|use)($|[-/])/, /^@(dnd-kit|floating-ui|tabler|tanstack)\//, '@remix-run/react']

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    silenceExpectedWarnings(),
    remix(options),
    keepServerOutOfTheBrowser(import.meta.dirname),
    leaveOutUnusedRemix(options.future ?? {}),
    keepUnusedSchemasOutOfTheBrowser(),
    bringThemeWithComponents(import.meta.dirname),
    bringStylesOfComponents(),
    bringStylesOfAllComponents(import.meta.dirname),
    keepTheShellTogether(import.meta.dirname),
    keepMembersPagesLean(),
    joinStylesheets(),
    narrowServerText(),
  ],
  cacheDir: '.cache/vite',
  ssr: { noExternal: [/^@mantine\//, '@fontsource-variable/inter', ...(command === 'build' ? WITH_REACT : [])] },
  // `npm start` is not production for the product, but React's development form needs three times as long for a page.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  optimizeDeps: {
    // Found now, and not page by page, each with a reload. Routes are left out: they import the server.
    entries: [
      'app/entry.client.tsx',
      'app/{collections,features,shell,ui}/**/*.{ts,tsx}',
      '!app/features/*/{routes,loaders}/**',
      '!**/*.test.*',
    ],
    include: ['react/jsx-dev-runtime', '@remix-run/react'],
  },
  // Classes are named in every element: short names take a tenth off the HTML of a page. In development they say where they are from.
  ...(command === 'build' && { css: { modules: { generateScopedName: '[hash:base64:6]' } } }),
  // The process keeps the text of its code, so it is built without white space and comments, but with its names, for stacks.
  ...(isSsrBuild && {
    esbuild: { minifyIdentifiers: false, minifySyntax: false, minifyWhitespace: true, legalComments: 'none' as const },
  }),
  build: {
    target: 'es2022',
    cssMinify: true,
    ...(isSsrBuild && { minify: 'esbuild' }),
    // A module whose preload link got no answer cannot be imported any more, also once there is a connection again.
    modulePreload: { resolveDependencies: (_file, links, { hostType }) => (hostType === 'js' ? [] : links) },
  },
}))
