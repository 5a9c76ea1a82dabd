import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { previewRecipients, withUndoWindow } from '#server/deliveries/preview-notifications.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { assign, declineRequests, undoAssign } from './commands.ts'
import type {
  AnswerPreview,
  AssignedTogether,
  AssignTogetherInput,
  PreviewTogetherInput,
  UndoTogetherInput,
} from './contract.ts'

/**
 * Assigns the people of several requests to the chosen shifts, all or none. Notices wait for one undo window.
 * @throws DomainError 'not_found'; 'conflict' when one of the shifts has been taken or no longer exists.
 */
export async function assignTogether(
  ctx: Ctx,
  engine: CollectionsEngine,
  input: AssignTogetherInput,
): Promise<AssignedTogether> {
  const { done, notifies } = await withUndoWindow(ctx, UNDO_WINDOW_MS, (of) => assignEach(of, engine, input))
  return { assigned: done, notifies }
}

async function assignEach(
  ctx: Ctx,
  engine: CollectionsEngine,
  { shifts, publish, times }: AssignTogetherInput,
): Promise<AssignedTogether['assigned']> {
  const assigned: AssignedTogether['assigned'] = []
  for (const { request, shift } of shifts)
    assigned.push({ request, ...(await assign(ctx, engine, request, { shift, publish, times })) })
  return assigned
}

/** All or none. @throws as `undoAssign`. */
export async function undoTogether(
  ctx: Ctx,
  engine: CollectionsEngine,
  { assigned }: UndoTogetherInput,
): Promise<void> {
  for (const { request, ...undo } of assigned) await undoAssign(ctx, engine, request, undo)
}

/** Previews whom a joint decision would notify. Stores nothing. @throws whatever the decision throws. */
export async function previewTogether(
  ctx: Ctx,
  engine: CollectionsEngine,
  input: PreviewTogetherInput,
): Promise<AnswerPreview> {
  requireStanding(ctx.actor, 'admin')
  const [answer] = await previewRecipients(ctx, (of) =>
    input.do === 'assign' ? assignEach(of, engine, input) : declineRequests(of, input.requests, input.reason),
  )
  return answer
}
