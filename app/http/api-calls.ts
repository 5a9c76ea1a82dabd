import type { Call } from '#server/engine/collections/openapi-calls.ts'
import { callsOf } from './call-paths.ts'

/** Loaded when the description is asked for, since one of the modules is the one that asks. */
const MODULES = import.meta.glob('../routes/api.*.ts')

/** Every call with a verb that the API has. */
export async function apiCalls(): Promise<Call[]> {
  const loaded = await Promise.all(Object.entries(MODULES).map(async ([file, load]) => [file, await load()] as const))
  return callsOf(Object.fromEntries(loaded) as Parameters<typeof callsOf>[0])
}
