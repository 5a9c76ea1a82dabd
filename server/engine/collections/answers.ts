import type { Ctx } from '#server/engine/access/context.ts'
import type { ListShape } from './contract.ts'
import type { Row } from './define.ts'
import { leftoverCount, withChoices } from './leftovers.ts'
import type { RecordWriter } from './records.ts'
import type { UndoCommands, UndoResult } from './undo.ts'
import { objectsOf } from './write-input.ts'

/** `related` holds the expanded records of other collections by name and id. */
export type RecordPage<R> = { count: number; rows: R[]; related: Record<string, Record<string, Row & { id: number }>> }

type ReadText = (ctx: Ctx, name: string, ids: readonly number[]) => Promise<string>

/** The layer between HTTP and records: parses bodies of writes and returns JSON text. */
export function createAnswers(writer: RecordWriter & UndoCommands, readText: ReadText) {
  const create = async (ctx: Ctx, name: string, body: unknown): Promise<string> => {
    writer.requireCreate(ctx, name)
    const { ids, reveals } = await writer.create(ctx, name, objectsOf(body))
    const text = await readText(ctx, name, ids)
    return reveals.some(Boolean) ? withSecrets(name, text, ids, reveals) : text
  }

  const update = async (ctx: Ctx, name: string, body: unknown): Promise<string> => {
    const { declaration } = writer.requireUpdate(ctx, name)
    const objects = objectsOf(body)
    const work = withChoices(ctx, declaration, objects)
    const text = await readText(ctx, name, await writer.update(work, name, objects))
    const counted = Object.entries(leftoverCount(work, declaration))
    return counted.reduce((answer, [key, count]) => answer.replace('{', `{"${key}":${count},`), text)
  }

  const undo = (ctx: Ctx, name: string, body: unknown): Promise<UndoResult> => {
    const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined
    return writer.undo(ctx, name, typeof token === 'string' ? token : undefined)
  }

  return { create, update, undo }
}

/** Adds the secrets of a creation, which are shown once. */
function withSecrets(name: string, text: string, ids: readonly number[], reveals: readonly (Row | undefined)[]) {
  const shape = shapeOf(text)
  for (const [i, id] of ids.entries()) Object.assign(shape.results[name]?.[String(id)] ?? {}, reveals[i])
  return JSON.stringify(shape)
}

export const shapeOf = <R = Row>(text: string): ListShape<R> => JSON.parse(text)
