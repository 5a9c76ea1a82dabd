import { listFactors } from '#server/accounts/factors/queries.ts'
import { personEdge } from '../http/person-edge.ts'
import { factorParts } from '../session/factor-parts.ts'

/** GET: the second factors of one's account. */
export const loader = personEdge(['GET'], ({ app, account }) => listFactors(factorParts(app), account))
export const action = loader
