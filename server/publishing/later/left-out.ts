import { queueRosterNotices } from '#server/deliveries/roster-notices.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { listAdmins } from '#server/people/coordinators.ts'

type Done = {
  publication: number
  due_at: Date
  planner: number | null
  published: number
  leftOut: readonly { shifts: number; words: string }[]
}

const USEFUL_MS = 7 * 86_400_000
const MOST_LISTED = 10

const shiftsText = (count: number) => (count === 1 ? '1 shift' : `${count} shifts`)

/** Notifies the planner, or without one all admins, of shifts that were not published, with reasons. */
export async function tellLeftOut(ctx: Ctx, { publication, due_at, planner, published, leftOut }: Done): Promise<void> {
  if (!leftOut.length) return
  const readers = planner === null ? await listAdmins(ctx.db) : [planner]
  const missing = leftOut.reduce((sum, { shifts }) => sum + shifts, 0)
  const listed = leftOut.slice(0, MOST_LISTED)
  const toCome = `${shiftsText(published + missing)}, {at}`
  const notice = {
    kind: 'publication.left_out' as const,
    subject: publication,
    cause: String(publication),
    useful_until: new Date(ctx.clock.epochMs() + USEFUL_MS),
    title: `Not published: ${shiftsText(missing)} of ${published + missing}`,
    paragraphs: [
      `${planner === null ? `Planned for publication: ${toCome}` : `You planned to publish ${toCome}`}. ${published ? `${shiftsText(published)} ${published === 1 ? 'was' : 'were'} published` : 'None were published'}.`,
      ...listed.map(({ shifts, words }) => `Left out, ${shiftsText(shifts)}: ${words}`),
      ...(leftOut.length > listed.length ? [`And ${leftOut.length - listed.length} more.`] : []),
      'Everything left out stays unpublished, and no one was notified about it.',
    ],
    times: { at: due_at.toISOString() },
    action: { label: 'Open the roster', path: '/roster' },
  }
  await queueRosterNotices(ctx, ...readers.map((person) => ({ ...notice, person })))
}
