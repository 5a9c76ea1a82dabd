import type { Ctx, Leftovers } from '#server/engine/access/context.ts'
import { type Issues, invalid } from '#server/engine/kernel/errors.ts'
import type { Declaration, LeftoverRule, Row } from './define.ts'
import { writerFor } from './reading.ts'
import { refuseIssues } from './write-input.ts'

/** Null for a collection without leftovers. @param choiceFor the caller's choice for a record */
const begin = ({ leftovers }: Declaration, choiceFor: Leftovers['choiceFor']): Leftovers | undefined =>
  leftovers && { choiceFor, count: null, before: [] }

/** Adds the caller's choice for all records. @throws DomainError 'invalid' under the name of the choice. */
export function withChoice(ctx: Ctx, declaration: Declaration, choice: unknown, removal = false): Ctx {
  const { leftovers: rule } = declaration
  const problem = rule && choice !== undefined && problemOf(rule, choice, removal)
  if (rule && problem) throw invalid({ [rule.name]: [problem] })
  const chosen = typeof choice === 'string' ? choice : undefined
  const leftovers = begin(declaration, () => chosen)
  return leftovers ? { ...ctx, leftovers } : ctx
}

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

/** The number of leftovers for a response; empty without any. */
export const leftoverCount = ({ leftovers }: Ctx, { leftovers: rule }: Declaration): Record<string, number> =>
  rule && leftovers && leftovers.count !== null ? { [rule.counted]: leftovers.count } : {}

export function addLeftovers({ leftovers }: Pick<Ctx, 'leftovers'>, count: number, before: readonly Row[] = []): void {
  if (!leftovers) return
  leftovers.count = (leftovers.count ?? 0) + count
  leftovers.before.push(...before)
}

export const choiceInQuery = ({ leftovers: rule }: Declaration, { searchParams }: URL): string | undefined =>
  (rule && searchParams.get(rule.name)) || undefined

export const hasChosen = ({ leftovers }: Pick<Ctx, 'leftovers'>, ids: readonly number[]): boolean =>
  ids.some((id) => leftovers?.choiceFor(id) !== undefined)
