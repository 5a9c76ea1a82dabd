/** The import rules of the house; `npm run check:imports`. */
const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    only(
      'no-cycles',
      'Two modules that need each other are one module, or three.',
      {},
      { circular: true, dependencyTypesNot: ['type-only'] },
    ),
    only(
      'kernel-has-no-domain',
      'kernel knows no domain nouns.',
      { path: '^server/engine/kernel/' },
      { path: '^(server/(?!engine/kernel/)|app/|bin/|workers/)' },
    ),
    only(
      'engine-has-no-domain',
      'The engine knows sites, actors and collections, and is handed what it needs of the product.',
      { path: '^server/engine/', pathNot: '\\.test\\.ts$' },
      { path: '^server/(?!engine/)' },
    ),
    only(
      'only-roots-join',
      'bin/ puts processes together: it imports everything, and nothing imports it.',
      { path: '^(app|server|workers)/' },
      { path: '^bin/' },
    ),
    only(
      'server-knows-no-web',
      'The product knows no React, no Remix, no pages.',
      { path: '^server/' },
      { path: '^(app/|workers/)|node_modules/(react|react-dom|@remix-run|@mantine)/' },
    ),
    only(
      'workers-know-no-web',
      'Workers run commands of the domains.',
      { path: '^workers/' },
      { path: '^app/|node_modules/(react|react-dom|@remix-run|@mantine)/' },
    ),
    only(
      'screens-import-contracts-only',
      'What reaches the browser may know schemas, types and pure rules of the server, nothing else.',
      {
        path: '^app/(collections|features|shell|ui)/',
        pathNot: '\\.test\\.tsx?$|^app/features/[^/]+/(routes|loaders)/',
      },
      { path: '^server/', pathNot: '(contract|rules|\\.pure)\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    only(
      'routes-know-no-database',
      'Routes call queries and commands.',
      { path: '^app/' },
      { path: '^server/engine/kernel/db/|node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    ),
    only(
      'platform-is-unscoped',
      'Only composition roots and the command line may cross sites.',
      { path: '^(app|workers)/' },
      { path: '^server/platform/', dependencyTypesNot: ['type-only'] },
    ),
    only(
      'parsers-run-in-threads',
      'What outsiders write is parsed by bin/parsing-thread.ts, which nothing imports: it is built as a file of its own.',
      {
        path: '^(app|bin|server|workers)/',
        pathNot:
          '\\.test\\.tsx?$|^server/(markdown/render|calendar/external/(occurrences|recurrence|stamps|zones)|imports/decode)\\.ts$',
      },
      { path: 'node_modules/(unified|remark-|rehype-|ical\\.js|csv-parse)' },
    ),
    only(
      'only-threads-parse',
      'Rendering, decoding and checking files is the work of the threads: no reader and no request does it.',
      {
        path: '^(app|bin|server|workers)/',
        pathNot:
          '\\.test\\.tsx?$|^bin/parsing-thread\\.ts$|^server/(calendar/external/(decode|ical|occurrences|recurrence|stamps|versions|zones)|imports/check-file)\\.ts$',
      },
      {
        path: '^server/(markdown/render|calendar/external/(content-lines|decode|ical|occurrences|recurrence|stamps|versions|zones)|imports/(decode|check-file))\\.ts$',
      },
    ),
    only(
      'threads-stand-alone',
      'The module of the threads is no part of the process that makes them.',
      { path: '^(app|bin|server|workers)/', pathNot: '\\.test\\.tsx?$' },
      { path: '^bin/parsing-thread\\.ts$' },
    ),
    only(
      'numbering-plans-on-demand',
      'The numbering plans are 40 kB: pages load them when they show a number or a field for one (app/ui/phone-tools.ts).',
      {
        path: '^app/(collections|features|shell|ui)/',
        pathNot: '^app/ui/phone-tools\\.ts$|^app/features/[^/]+/(routes|loaders)/',
      },
      {
        path: '^server/engine/kernel/phone-number/reading/|node_modules/libphonenumber-js',
        dependencyTypesNot: ['type-only'],
      },
    ),
    only(
      'product-does-not-need-tests',
      '',
      { path: '^(app|bin|server|workers)/', pathNot: '\\.test\\.tsx?$' },
      { path: '^tests/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
