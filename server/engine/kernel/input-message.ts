import type * as z from 'zod'
import { cutText } from './cut-text.pure.ts'
import { REQUIRED } from './expected.ts'

/** Lists the problems of an input. A value of the wrong type has no others: they would be consequences. */
export function problemsOf({ issues }: z.ZodError): z.core.$ZodIssue[] {
  const mistyped = new Set(issues.flatMap(({ code, path }) => (code === 'invalid_type' ? [path.join()] : [])))
  return issues.filter(({ code, path }) => code === 'invalid_type' || !mistyped.has(path.join()))
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** The message of an invalid input where its schema has none. An option of zod's `safeParse`. */
export const inputMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      const type = TYPES[issue.expected]
      return issue.input === undefined ? REQUIRED : type && `Must be ${type}.`
    }
    case 'invalid_value':
      return issue.values.length > 1
        ? `Must be one of ${issue.values.join(', ')}.`
        : `Must be ${String(issue.values[0])}.`
    case 'invalid_union':
      return kindMessage(issue)
    case 'unrecognized_keys':
      return `Unknown: ${cutText(issue.keys.join(', '), 60)}.`
    case 'too_big':
      return `${AT_MOST[issue.origin] ?? 'At most'} ${issue.maximum}${unitOf(issue.origin)}.`
    case 'too_small':
      return `${AT_LEAST[issue.origin] ?? 'At least'} ${lowest(issue)}${unitOf(issue.origin)}.`
    default:
      return undefined
  }
}

function kindMessage(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string | undefined {
  if (!('options' in issue) || !Array.isArray(issue.options)) return undefined
  const { [issue.discriminator ?? '']: kind } = issue.input as Record<string, unknown>
  return kind === undefined ? REQUIRED : `Must be one of ${issue.options.join(', ')}.`
}

const AT_MOST: Record<string, string> = { number: 'Must be at most', int: 'Must be at most' }
const AT_LEAST: Record<string, string> = { number: 'Must be at least', int: 'Must be at least' }

const unitOf = (origin: string) => (origin === 'string' ? ' characters' : '')

/** Inputs are integers: more than 0 is at least 1. */
const lowest = ({ minimum, inclusive }: { minimum: number | bigint; inclusive?: boolean }) =>
  Number(minimum) + (inclusive === false ? 1 : 0)
