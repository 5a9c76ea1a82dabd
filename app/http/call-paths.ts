import { scopesOfCall } from '#server/engine/access/areas.ts'
import type { Call } from '#server/engine/collections/openapi-calls.ts'
import type { DescribedEndpoint } from './api.ts'
import { CALL_NOTES } from './call-notes.ts'

/** `../routes/api.events.$id.publish.ts` → `/events/{id}/publish`. */
export const pathOfFile = (file: string): string =>
  file
    .replace(/^.*\/api\./, '')
    .replace(/\.ts$/, '')
    .split(/\.(?!\])/)
    .map((part) => part.replaceAll(/[[\]]/g, '').replace(/_$/, ''))
    .map((part) => `/${part.startsWith('$') ? `{${part.slice(1)}}` : part}`)
    .join('')

/** Answered from the declarations of the collections, or by nothing. */
const GENERIC = new Set(['/{collection}', '/{collection}/{id}', '/{}'])

type RouteModule = { loader?: Partial<DescribedEndpoint>; action?: Partial<DescribedEndpoint> }

/** What a call asks of an API key; a kiosk's calls know no keys. */
const scopesFor = ({ method, path, requires }: Omit<Call, 'scopes'>) =>
  requires === 'anyone' ? [] : requires === 'kiosk' ? null : scopesOfCall(method, path)

/** The calls with a verb, from the route modules themselves: whoever adds one need not describe it twice. */
export function callsOf(modules: Readonly<Record<string, RouteModule>>): Call[] {
  const calls = Object.entries(modules).flatMap(([file, { loader, action }]) => {
    const path = pathOfFile(file)
    if (GENERIC.has(path)) return []
    const own = [loader, action].flatMap((call) =>
      (call?.methods ?? []).map((method) => ({ method, path, requires: call?.requires ?? 'anyone' }) as const),
    )
    const noted = Object.keys(CALL_NOTES)
      .map((key) => key.split(' '))
      .filter(([method, at]) => at === path && !own.some((call) => call.method === method))
      .map(([method = '']) => ({ method, path, requires: 'anyone' as const }))
    return [...own, ...noted]
  })
  const unique = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]))
  unique.delete('GET /openapi.json')
  return [...unique]
    .filter(([, { method }]) => method !== 'HEAD')
    .map(([key, call]) => ({ ...call, ...CALL_NOTES[key] }))
    .map((call) => ({ ...call, scopes: scopesFor(call) }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1))
}
