import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import type { TemplateInput } from './contract.ts'

/**
 * Saves an event's stored shifts, without people, as a named template; replaces one of the same name.
 * @returns the template's id. @throws DomainError 'not_found', 'invalid' for an event without shifts.
 */
export async function saveTemplate(ctx: Ctx, { name, event }: TemplateInput): Promise<number> {
  requireStanding(ctx.actor, 'admin')
  const editor = await getRosterEditor(ctx.db, { event, zone: ctx.site.timezone })
  if (!editor.shifts.length) throw invalid({ event: ['This event has no shifts.'] })
  const from = Temporal.PlainDateTime.from(editor.event.fields.start)
  const offset = (wall: string) => from.until(Temporal.PlainDateTime.from(wall), { largestUnit: 'minute' }).minutes
  const shifts = editor.shifts.map(({ assignment, role, location, start, end, notes }) => ({
    assignment,
    role,
    location,
    notes,
    start_offset: offset(start),
    // A shift over the repeated hour may end before it starts on the wall clock; it then lasts one minute.
    end_offset: Math.max(offset(end), offset(start) + 1),
  }))
  const { rows } = await sql<{ id: number }>`
    insert into roster_templates (name) values (${name}) on conflict (site_id, core.folded(name)) do update set name = excluded.name returning id`.execute(
    ctx.db,
  )
  const id = rows[0]?.id ?? 0
  await ctx.db.deleteFrom('roster_template_places').where('template', '=', id).execute()
  await sql`
    insert into roster_template_places (template, assignment, role, location, start_offset, end_offset, notes)
    select ${id}, assignment, role, location, start_offset, end_offset, notes from jsonb_to_recordset(${JSON.stringify(shifts)}::jsonb)
      as p (assignment bigint, role bigint, location bigint, start_offset int, end_offset int, notes text)`.execute(
    ctx.db,
  )
  await audit(ctx, { action: 'template.keep', subject: 'events', subject_id: event, details: { template: id } })
  return id
}

/** Events that used it stay unchanged. @throws DomainError 'not_found'. */
export async function deleteTemplate(ctx: Ctx, id: number): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const removed = await ctx.db.deleteFrom('roster_templates').where('id', '=', id).returning('name').executeTakeFirst()
  if (!removed) throw notFound('This template does not exist.')
  await audit(ctx, { action: 'template.forget', details: { template: id, name: removed.name } })
}
