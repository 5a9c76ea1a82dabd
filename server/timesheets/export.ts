import { refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { csvLine } from '#server/engine/collections/csv.ts'
import type { TimesheetQuery } from './contract.ts'
import { readTimesheet } from './queries.ts'

/**
 * Returns a timesheet as CSV: a row per person, a column per month, hours with two decimals. Audited.
 * @throws DomainError 'invalid' for an impossible period.
 */
export async function exportTimesheet(ctx: Ctx, query: TimesheetQuery): Promise<string> {
  refuseWhileImpersonating(ctx)
  const { months, people, start, end } = await readTimesheet(ctx, query)
  await audit(ctx, { action: 'timesheets.export', subject: 'shifts', details: { start, end, count: people.length } })
  const head = ['person', 'name', ...months, 'shifts', 'hours']
  const isText = head.map((name) => name === 'name')
  const rows = people.map(({ person, name, by_month, shifts, hours }) => {
    const cells = [String(person), name, ...by_month.map((one) => one.toFixed(2)), String(shifts), hours.toFixed(2)]
    return csvLine(cells, isText)
  })
  return `\ufeff${head.join(',')}\r\n${rows.join('')}`
}
