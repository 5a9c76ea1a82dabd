import { auditQuery } from '#server/audit/contract.ts'
import { listAudit } from '#server/audit/queries.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'

/** GET, admins only: `{lines, next}`, newest first. */
export const loader = api({
  methods: ['GET'],
  requires: 'admin',
  access: 'read',
  handle: (ctx, { url }) => listAudit(ctx, parse(auditQuery, Object.fromEntries(url.searchParams))),
})
export const action = loader
