import { DomainError } from '#server/engine/kernel/errors.ts'
import { jsonShapeProblem } from './json-shape.ts'

/** Reads the JSON in one field of a screen's form. @throws DomainError 'invalid' for anything else. */
export function readField(form: FormData, field: string): unknown {
  const value = form.get(field)
  const text = typeof value === 'string' ? value : ''
  try {
    if (jsonShapeProblem(Buffer.from(text)) !== null) throw new SyntaxError()
    return JSON.parse(text)
  } catch {
    throw new DomainError('invalid', 'The form is not readable.', {
      issues: { non_field_errors: ['The form is not readable.'] },
    })
  }
}
