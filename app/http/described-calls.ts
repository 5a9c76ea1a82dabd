import { scopesOfCall } from '#server/engine/access/areas.ts'
import type { DescribedCall } from '#server/engine/collections/openapi-calls.ts'
import { callsOf } from './api-router.ts'

/** `../routes/api.events.$id.publish.ts` → `/events/{id}/publish`. */
export const pathOfFile = (file: string): string =>
  file
    .replace(/^.*\/api\./, '')
    .replace(/\.ts$/, '')
    .split(/\.(?!\])/)
    .map((part) => part.replaceAll(/[[\]]/g, '').replace(/_$/, ''))
    .map((part) => `/${part.startsWith('$') ? `{${part.slice(1)}}` : part}`)
    .join('')

export type RouteModules = Readonly<Record<string, { loader?: unknown; action?: unknown }>>

/** The scopes that an API key needs for a call. Keys cannot make a kiosk's calls. */
const scopesFor = ({ method, path, requires }: Omit<DescribedCall, 'scopes'>) =>
  requires === 'anyone' ? [] : requires === 'kiosk' ? null : scopesOfCall(method, path)

/**
 * Lists the calls of the API's route modules by file, for its description. Excludes the generic calls, which their
 * collections describe, and the description itself.
 */
export function describedCalls(modules: RouteModules): DescribedCall[] {
  return Object.entries(modules)
    .map(([file, module]) => ({ path: pathOfFile(file), calls: callsOf(module) }))
    .filter(({ path }) => !path.startsWith('/{collection}') && path !== '/openapi.json')
    .flatMap(({ path, calls }) =>
      calls
        .filter(({ summary }) => summary)
        .map(({ optionsFor: _, handle: __, exists: ___, ...call }) => ({
          ...call,
          path,
          scopes: scopesFor({ ...call, path }),
        })),
    )
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1))
}
