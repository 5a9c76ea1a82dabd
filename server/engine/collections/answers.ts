import type { Ctx } from '#server/engine/access/context.ts'
import type { ListShape } from './contract.ts'
import type { Row } from './define.ts'
import { leftoverCount, withChoices } from './leftovers.ts'
import type { RecordWriter } from './records.ts'
import type { UndoCommands, UndoResult } from './undo.ts'
import { objectsOf } from './write-input.ts'

/** A page of a list in its order; `related` holds the expanded records of other collections by name and id. */
export type RecordPage<R> = { count: number; rows: R[]; related: Record<string, Record<string, Row & { id: number }>> }

/** Reads records by id, in list shape, as the JSON text of the database. */
type ReadText = (ctx: Ctx, name: string, ids: readonly number[]) => Promise<string>

/** Parses the bodies of writes, and answers with JSON text: the layer between HTTP and the records. */
export function createAnswers(writer: RecordWriter & UndoCommands, readText: ReadText) {
  /** Creates the objects of a body (one, or a list) and answers with them in the order of the list. */
  const create = async (ctx: Ctx, name: string, body: unknown): Promise<string> => {
    writer.requireCreate(ctx, name)
    const { ids, reveals } = await writer.create(ctx, name, objectsOf(body))
    const text = await readText(ctx, name, ids)
    return reveals.some(Boolean) ? withSecrets(name, text, ids, reveals) : text
  }

  /** Changes the records of a body by their ids and answers with them. */
  const update = async (ctx: Ctx, name: string, body: unknown): Promise<string> => {
    const { declaration } = writer.requireUpdate(ctx, name)
    const objects = objectsOf(body)
    const work = withChoices(ctx, declaration, objects)
    const text = await readText(ctx, name, await writer.update(work, name, objects))
    const counted = Object.entries(leftoverCount(work, declaration))
    return counted.reduce((answer, [key, count]) => answer.replace('{', `{"${key}":${count},`), text)
  }

  /** Undoes the change of the token in a body. */
  const undo = (ctx: Ctx, name: string, body: unknown): Promise<UndoResult> => {
    const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined
    return writer.undo(ctx, name, typeof token === 'string' ? token : undefined)
  }

  return { create, update, undo }
}

/** Adds the secrets that are shown once to the answer of a creation. */
function withSecrets(name: string, text: string, ids: readonly number[], reveals: readonly (Row | undefined)[]) {
  const shape = shapeOf(text)
  for (const [i, id] of ids.entries()) Object.assign(shape.results[name]?.[String(id)] ?? {}, reveals[i])
  return JSON.stringify(shape)
}

/** Parses the records of an answer. */
export const shapeOf = <R = Row>(text: string): ListShape<R> => JSON.parse(text)
