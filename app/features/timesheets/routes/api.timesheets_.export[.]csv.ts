import { get } from '#app/http/calls.ts'
import { csvFile } from '#app/http/reply.ts'
import { timesheetQuery } from '#server/timesheets/contract.ts'
import { exportTimesheet } from '#server/timesheets/export.ts'

/** The audit log records an export, so it needs a write transaction. */
export const loader = get({
  summary: 'Hours in a period as a CSV file',
  requires: 'admin',
  isHeavy: true,
  access: 'write',
  query: timesheetQuery,
  answer: 'csv',
  run: async (ctx, { app, query }) => {
    // A refused period costs no limit; an export over the limit writes no line to the audit log.
    const file = await exportTimesheet(ctx, query)
    if (ctx.actor.kind === 'person') await app.limits.take('export', { site: ctx.site.id, person: ctx.actor.person.id })
    return csvFile(file, 'timesheets')
  },
})
