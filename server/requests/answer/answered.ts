import { sql } from 'kysely'
import { namedIn } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { readsArea } from '#server/engine/access/permission.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'

/** Refuses a second decision and names who decided; no name for a program or a roster change. */
export async function alreadyAnswered(
  ctx: Ctx,
  id: number,
  what: 'has a shift' | 'was declined',
): Promise<DomainError> {
  const by = readsArea(ctx.actor, 'people') ? await lastAnswerer(ctx, id) : null
  const answer = what === 'has a shift' ? 'They have a shift at this event.' : 'It was declined.'
  return new DomainError(
    'conflict',
    `${by ? `${by} has already answered this request.` : 'This request has already been answered.'} ${answer}`,
    {
      body: { answered_by: by },
    },
  )
}

async function lastAnswerer({ db }: Pick<Ctx, 'db'>, id: number): Promise<string | null> {
  const { rows } = await sql<{ action: string; name: string | null }>`
    select a.action, p.name from audit a left join people p on p.site_id = a.site_id and p.id = ${namedIn('a')}
    where a.subject = 'requests' and a.subject_id = ${id} and a.action in ('request.assign', 'request.decline', 'request.undo', 'request.reopen')
    order by a.id desc limit 1`.execute(db)
  const [last] = rows
  return last && ['request.assign', 'request.decline'].includes(last.action) ? last.name : null
}
