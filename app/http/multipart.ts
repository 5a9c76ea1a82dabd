import { DomainError, invalid } from '#server/kernel/errors.ts'
import { readBytes } from './body.ts'

/**
 * Reads a multipart form of at most `limit` bytes, before any transaction is open.
 * @throws DomainError 'unsupported' for another media type, 'invalid' for a form that cannot be read, 'too_large'.
 */
export async function readMultipart(request: Request, limit: number): Promise<FormData> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw new DomainError('unsupported', 'Send a form (content-type multipart/form-data).')
  const bytes = await readBytes(request, limit)
  try {
    return await new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData()
  } catch {
    throw invalid({ non_field_errors: ['The body is not a form.'] })
  }
}
