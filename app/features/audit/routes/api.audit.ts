import * as z from 'zod'
import { get } from '#app/http/calls.ts'
import { instant, reference, wholeNumber } from '#app/http/shapes.ts'
import { auditQuery } from '#server/audit/contract.ts'
import { listAudit } from '#server/audit/queries.ts'

const line = z.object({
  id: wholeNumber,
  at: instant,
  action: z.string(),
  label: z.string(),
  actor: z.string(),
  person: reference,
  person_name: z.string().nullable(),
  impersonator: reference,
  impersonator_name: z.string().nullable(),
  operator_name: z.string().nullable(),
  subject: z.string(),
  subject_id: reference,
  subject_name: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})

export const loader = get({
  summary: 'Who changed what, newest first',
  requires: 'admin',
  query: auditQuery,
  answer: z.object({ lines: z.array(line), next: reference }),
  run: (ctx, { query }) => listAudit(ctx, query),
})
