import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const ASSIGNMENT = 'window.__remixManifest='

/**
 * Removes the calls of the API from the browser's list of routes, since no screen opens one as a page. The server keeps its own list.
 * Pages stay as they are: the browser draws the same links to their files as the server did.
 * @param {string} text the script that Remix wrote.
 * @returns {string} the same with the routes of pages only.
 * @throws Error when the script has another form.
 */
export function pagesOnly(text) {
  if (!text.startsWith(ASSIGNMENT)) throw new Error('The manifest of Remix has another form.')
  const manifest = JSON.parse(text.slice(ASSIGNMENT.length).replace(/;\s*$/, ''))
  const routes = Object.entries(manifest.routes).filter(([id]) => !id.startsWith('routes/api.'))
  return `${ASSIGNMENT}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`
}

/** Writes the list of routes of a built client anew. @param {string} folder the folder of its assets. */
export function slimManifest(folder) {
  for (const file of readdirSync(folder).filter((name) => /^manifest-.*\.js$/.test(name))) {
    const at = path.join(folder, file)
    writeFileSync(at, pagesOnly(readFileSync(at, 'utf8')))
  }
}
