import { queueRosterNotices } from '#server/deliveries/roster-notices.ts'
import type { Ctx } from '#server/engine/access/context.ts'

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

/** Notifies the planner of shifts that were not published, with reasons. */
export async function tellLeftOut(ctx: Ctx, { publication, due_at, planner, published, leftOut }: Done): Promise<void> {
  if (planner === null || !leftOut.length) return
  const missing = leftOut.reduce((sum, { shifts }) => sum + shifts, 0)
  const listed = leftOut.slice(0, MOST_LISTED)
  await queueRosterNotices(ctx, {
    kind: 'publication.left_out',
    person: planner,
    subject: publication,
    cause: String(publication),
    useful_until: new Date(ctx.clock.epochMs() + USEFUL_MS),
    title: `Not published: ${shiftsText(missing)} of ${published + missing}`,
    paragraphs: [
      `You planned to publish ${shiftsText(published + missing)}, {at}. ${published ? `${shiftsText(published)} ${published === 1 ? 'was' : 'were'} published` : 'None were published'}.`,
      ...listed.map(({ shifts, words }) => `Left out, ${shiftsText(shifts)}: ${words}`),
      ...(leftOut.length > listed.length ? [`And ${leftOut.length - listed.length} more.`] : []),
      'Everything left out stays unpublished, and no one was notified about it.',
    ],
    times: { at: due_at.toISOString() },
    action: { label: 'Open the roster', path: '/roster' },
  })
}
