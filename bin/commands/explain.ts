import * as z from 'zod'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { explainStartFailure, reasonOf } from '#server/engine/kernel/start-failure.ts'
import { UsageError } from './command.ts'

export function explain(error: unknown): { lines: string[]; code: 1 | 2 } {
  if (error instanceof UsageError) return { lines: [error.message], code: 2 }
  if (error instanceof Error && error.name === 'CLIError')
    return { lines: [error.message, 'See "watchbill --help".'], code: 2 }
  if (error instanceof z.ZodError)
    return { lines: error.issues.map((issue) => `--${option(issue.path)}: ${issue.message}`), code: 2 }
  if (error instanceof DomainError) return { lines: domainLines(error), code: 1 }
  return { lines: explainStartFailure(error) ?? [error instanceof Error ? reasonOf(error) : String(error)], code: 1 }
}

const option = (path: readonly PropertyKey[]) => path.map(String).join('.').replaceAll('_', '-')

function domainLines(error: DomainError): string[] {
  if (error.code === 'unavailable') return [`The database cannot be used: ${reasonOf(error.cause)}`]
  if (!error.extras.issues) return [error.message]
  return Object.entries(error.extras.issues).map(([field, messages]) => `--${option([field])}: ${messages.join(' ')}`)
}
