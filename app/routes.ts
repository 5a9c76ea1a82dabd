import { readdirSync } from 'node:fs'
import { flatRoutes } from '@remix-run/fs-routes'

type Routes = Awaited<ReturnType<typeof flatRoutes>>

/**
 * Names routes by their files, not by their folders: open pages request their data by these names, and browsers keep
 * settings under them.
 */
const byFile = (routes: Routes): Routes =>
  routes.map(({ children, ...route }) => ({
    ...route,
    ...(route.id && { id: route.id.replace(/^features\/[^/]+\//, '') }),
    ...(children && { children: byFile(children) }),
  }))

const folders = [
  'routes',
  ...readdirSync(new URL('features', import.meta.url)).map((name) => `features/${name}/routes`),
]

export default Promise.all(
  folders.map((rootDirectory) => flatRoutes({ rootDirectory, ignoredRouteFiles: ['**/*.test.*'] })),
).then((routes) => byFile(routes.flat()))
