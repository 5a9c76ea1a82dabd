import { DomainError } from '#server/kernel/errors.ts'

/** The JSON that a screen sends in one field of a form. @throws DomainError 'invalid' when it is none. */
export function readField(form: FormData, field: string): unknown {
  const text = form.get(field)
  try {
    return JSON.parse(typeof text === 'string' ? text : '')
  } catch {
    throw new DomainError('invalid', 'The form is not readable.', {
      issues: { non_field_errors: ['The form is not readable.'] },
    })
  }
}
