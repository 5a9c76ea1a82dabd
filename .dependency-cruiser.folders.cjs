const { options } = require('./.dependency-cruiser.cjs')

/** No folder cycles in the product; `npm run check:imports`. Circles of domains and features: scripts/folder-cycles.test.ts. Tests are left out: they may reach anything. */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'A folder is read from its imports down. Two folders that need each other are one folder, or three.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: '\\.test\\.tsx?$|^tests/' } },
}
