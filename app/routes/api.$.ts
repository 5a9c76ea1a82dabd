import { notFound } from '#server/engine/kernel/errors.ts'
import { type ApiArgs, apiEdge } from '../http/api.ts'

/** Whatever no other call answers. */
export const loader = (args: ApiArgs) =>
  apiEdge(args, ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'], async () => {
    throw notFound()
  })
export const action = loader
