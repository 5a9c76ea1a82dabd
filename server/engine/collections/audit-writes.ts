import { type AuditEntry, audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Declaration } from './define.ts'

export async function auditWrites(
  ctx: Ctx,
  declaration: Declaration,
  action: 'create' | 'update' | 'remove' | 'restore',
  rows: readonly { id: number; details: Record<string, unknown> }[],
): Promise<void> {
  const { name } = declaration.contract
  const marksOnly = ({ details }: { details: Record<string, unknown> }) =>
    action === 'update' && Object.keys(details).every((field) => declaration.unlogged.includes(field))
  await audit(
    ctx,
    ...rows
      .filter((row) => !marksOnly(row))
      .map(({ id, details }): AuditEntry => ({ action: `${name}.${action}`, subject: name, subject_id: id, details })),
  )
  if (rows.length && declaration.wakes) ctx.wake(declaration.wakes)
  const { markdown } = declaration
  const rewritten = action === 'restore' || rows.some(({ details }) => markdown && markdown in details)
  if (markdown && rows.length && rewritten) ctx.wake('texts.render')
}
