import { DomainError, invalid } from '#server/engine/kernel/errors.ts'
import { readBytes } from './body.ts'
import { formShapeProblem } from './form-shape.ts'

const MAX_FORM = 4 * 1024 * 1024

/**
 * Reads a multipart form of at most `limit` bytes; call it before a transaction is open.
 * @throws DomainError 'unsupported' for another media type, 'invalid' for a form that cannot be read, 'too_large'.
 */
export const readMultipart = (request: Request, limit: number): Promise<FormData> =>
  read(request, limit, /^multipart\/form-data\s*(;|$)/i)

/**
 * Reads a screen's form in either browser encoding, at most 4 MiB by default.
 * @throws as `readMultipart`.
 */
export const readForm = (request: Request, limit = MAX_FORM): Promise<FormData> =>
  read(request, limit, /^(multipart\/form-data|application\/x-www-form-urlencoded)\s*(;|$)/i)

async function read(request: Request, limit: number, taken: RegExp): Promise<FormData> {
  const type = request.headers.get('content-type') ?? ''
  if (!taken.test(type)) throw new DomainError('unsupported', 'Send a form (content-type multipart/form-data).')
  const bytes = await readBytes(request, limit)
  const problem = formShapeProblem(bytes, type)
  if (problem) throw invalid({ non_field_errors: [problem] })
  try {
    return await new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData()
  } catch {
    throw invalid({ non_field_errors: ['The body is not a form.'] })
  }
}
