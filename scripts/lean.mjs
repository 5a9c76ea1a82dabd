// `node scripts/lean.mjs FOLDER`, after a build: copies to FOLDER what the processes load, for the image. Of node_modules these are the
// packages that the bundles import and those that they depend on, without types and source maps. What only the browser's code or the build
// needs stays behind, though package.json has it under dependencies, since `npm ci && npm start` builds on the machine.
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { build } from 'esbuild'

const [to] = process.argv.slice(2)
if (!to) throw new Error('Name the folder to copy to.')

const ENTRIES = ['build/main.js', 'build/worker.js', 'build/cli.js', 'build/server/index.js', 'build/parsing-thread.js']

const packageOf = (imported) =>
  imported
    .split('/')
    .slice(0, imported.startsWith('@') ? 2 : 1)
    .join('/')

/** The packages that the bundles import by name. */
async function importedPackages() {
  const { metafile } = await build({
    entryPoints: ENTRIES,
    outdir: to,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  const external = imports.filter((one) => one.external && !isBuiltin(one.path))
  return [...new Set(external.map((one) => packageOf(one.path)))]
}

/** Finds a package as Node.js does: in the nearest node_modules above. */
function folderOf(name, from) {
  for (let dir = from; ; dir = path.dirname(dir)) {
    const folder = path.join(dir, 'node_modules', name)
    if (existsSync(path.join(folder, 'package.json'))) return folder
    if (dir === path.dirname(dir)) return null
  }
}

const kept = new Set()

function keep(name, from, isOptional = false) {
  const folder = folderOf(name, from)
  if (!folder && !isOptional) throw new Error(`${from} needs ${name}, which is not installed.`)
  if (!folder || kept.has(folder)) return
  kept.add(folder)
  const {
    dependencies,
    optionalDependencies = {},
    peerDependencies,
    peerDependenciesMeta = {},
  } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  // An optional peer that is needed is imported by the bundles.
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional)
  for (const other of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
    keep(other, folder, other in optionalDependencies)
}

const root = process.cwd()
for (const name of await importedPackages()) keep(name, root)

const isLoaded = (file) => !/\.(?:map|[cm]?ts)$/.test(file)
const copy = (from, filter) => cpSync(from, path.join(to, path.relative(root, from)), { recursive: true, filter })
for (const file of ['package.json', 'build']) copy(path.resolve(file))
// Packages inside of packages are kept by themselves, or not at all.
for (const folder of kept)
  copy(folder, (file) => isLoaded(file) && !path.relative(folder, file).split(path.sep).includes('node_modules'))
console.log(`${kept.size} packages are in ${to}.`)
