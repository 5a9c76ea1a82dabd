import type { Ctx, Leftovers } from '#server/engine/access/context.ts'
import { type Issues, invalid } from '#server/engine/kernel/errors.ts'
import type { Declaration, LeftoverRule, Row } from './define.ts'
import { writerFor } from './reading.ts'
import { refuseIssues } from './write-input.ts'

/** Begins the leftovers of one write; null for a collection without any. @param choiceFor what the caller chose for a record */
const begin = ({ leftovers }: Declaration, choiceFor: Leftovers['choiceFor']): Leftovers | undefined =>
  leftovers && { choiceFor, count: null, before: [] }

/** Adds what the caller of a write chose for all of its records. @throws DomainError 'invalid' under the name of the choice. */
export function withChoice(ctx: Ctx, declaration: Declaration, choice: unknown, removal = false): Ctx {
  const { leftovers: rule } = declaration
  const problem = rule && choice !== undefined && problemOf(rule, choice, removal)
  if (rule && problem) throw invalid({ [rule.name]: [problem] })
  const chosen = typeof choice === 'string' ? choice : undefined
  const leftovers = begin(declaration, () => chosen)
  return leftovers ? { ...ctx, leftovers } : ctx
}

/** As `withChoice`, for a body whose objects each have their own. */
export function withChoices(ctx: Ctx, declaration: Declaration, objects: readonly unknown[]): Ctx {
  const { leftovers: rule } = declaration
  if (!rule || writerFor(ctx.actor) !== 'admin') return ctx
  const chosen = new Map<unknown, string>()
  refuseIssues(
    objects.map((one) => {
      const { id, [rule.name]: choice } = (typeof one === 'object' && one !== null ? one : {}) as Row
      const problem = choice !== undefined && problemOf(rule, choice, false)
      if (typeof choice === 'string') chosen.set(id, choice)
      return { issues: (problem ? { [rule.name]: [problem] } : {}) satisfies Issues }
    }),
  )
  const leftovers = begin(declaration, (id) => chosen.get(id))
  return leftovers ? { ...ctx, leftovers } : ctx
}

const problemOf = ({ choices, ofRemoval }: LeftoverRule, choice: unknown, removal: boolean): string | false => {
  const allowed: readonly unknown[] = removal ? ofRemoval : choices
  return !allowed.includes(choice) && `Must be one of ${allowed.join(', ')}.`
}

/** What the answer of a write says of its leftovers; nothing where it left none behind. */
export const leftoverCount = ({ leftovers }: Ctx, { leftovers: rule }: Declaration): Record<string, number> =>
  rule && leftovers && leftovers.count !== null ? { [rule.counted]: leftovers.count } : {}

/** Adds a number of leftovers to those of the write. */
export function addLeftovers({ leftovers }: Pick<Ctx, 'leftovers'>, count: number, before: readonly Row[] = []): void {
  if (!leftovers) return
  leftovers.count = (leftovers.count ?? 0) + count
  leftovers.before.push(...before)
}

/** The choice in the query of a removal, if its collection has one. */
export const choiceInQuery = ({ leftovers: rule }: Declaration, { searchParams }: URL): string | undefined =>
  (rule && searchParams.get(rule.name)) || undefined

/** Whether an actor chose for any of these records. */
export const hasChosen = ({ leftovers }: Pick<Ctx, 'leftovers'>, ids: readonly number[]): boolean =>
  ids.some((id) => leftovers?.choiceFor(id) !== undefined)
