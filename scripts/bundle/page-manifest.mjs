import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transformSync } from 'esbuild'

const ASSIGNMENT = 'window.__remixManifest='

/** Rare flags first, so that most numbers are short. */
const FLAGS = [
  'hasLoader',
  'hasAction',
  'index',
  'hasErrorBoundary',
  'caseSensitive',
  'hasClientLoader',
  'hasClientAction',
]

/** Only these fields can be compressed; another version of Remix may write more. */
const FIELDS = new Set(['id', 'parentId', 'path', 'module', 'imports', 'css', ...FLAGS])

/** Restores the manifest in the browser; its source is sent. It may use only its parameters. */
const restore = (files, ids, rows, rest, flags) => {
  const file = (number) => `/assets/${files[number]}`
  const routes = {}
  rows.forEach(([parent, address, marks, module, imports, css], number) => {
    const route = {
      id: ids[number],
      parentId: ids[parent],
      path: address === 0 ? undefined : address,
      module: file(module),
    }
    flags.forEach((flag, bit) => {
      route[flag] = !!(marks & (1 << bit)) || (flag.startsWith('has') ? false : undefined)
    })
    routes[route.id] = Object.assign(route, { imports: imports.map(file), css: css.map(file) })
  })
  return { ...rest, routes }
}

/**
 * Compresses the browser's list of routes: drops API calls, since no screen opens one as a page, and sends each file
 * name once, since dozens of pages share one. The server keeps its list.
 * @param {string} text the script that Remix wrote.
 * @param {(address: string) => boolean} isEmpty whether a file exports nothing, as those of forms and downloads: one
 * serves for all.
 * @returns {string} a script that sets the same list with the routes of pages only.
 * @throws Error when the script has another form.
 */
export function pagesOnly(text, isEmpty = () => false) {
  if (!text.startsWith(ASSIGNMENT)) throw new Error('The manifest of Remix has another form.')
  const { routes: all, ...rest } = JSON.parse(text.slice(ASSIGNMENT.length).replace(/;\s*$/, ''))
  const routes = Object.values(all).filter(({ id }) => !id.startsWith('routes/api.'))
  const ids = routes.map(({ id }) => id)
  const files = []
  const number = (address) => {
    const name = address.replace(/^\/assets\//, '')
    if (name === address) throw new Error(`${address} is not among the assets.`)
    return files.includes(name) ? files.indexOf(name) : files.push(name) - 1
  }
  let empty
  const moduleOf = ({ module, imports = [], css = [] }) => {
    if (imports.length || css.length || !isEmpty(module)) return module
    empty ??= module
    return empty
  }
  const rows = routes.map((route) => {
    const unknown = Object.keys(route).find((field) => !FIELDS.has(field))
    if (unknown) throw new Error(`The manifest of Remix has another form: ${unknown} of a route.`)
    const marks = FLAGS.reduce((sum, flag, bit) => sum + (route[flag] ? 1 << bit : 0), 0)
    const [imports, css] = [route.imports ?? [], route.css ?? []].map((list) => list.map(number))
    return [ids.indexOf(route.parentId), route.path ?? 0, marks, number(moduleOf(route)), imports, css]
  })
  return `${ASSIGNMENT}(${restore})(${[files, ids, rows, rest, FLAGS].map((part) => JSON.stringify(part)).join()});`
}

/** Compresses the list of routes of a built client. @param {string} folder the folder of its assets. */
export function slimManifest(folder) {
  for (const file of readdirSync(folder).filter((name) => /^manifest-.*\.js$/.test(name))) {
    const at = path.join(folder, file)
    const isEmpty = (address) => !readFileSync(path.join(folder, path.basename(address)), 'utf8').trim()
    writeFileSync(at, transformSync(pagesOnly(readFileSync(at, 'utf8'), isEmpty), { minify: true }).code)
  }
}
