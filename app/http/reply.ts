/**
 * The response of an API call before it is a `Response`: text sent in one piece, without a stream. Remix gets it as a
 * `Response`; `api-server.ts` writes it directly.
 */
export type Reply = { status: number; headers: Readonly<Record<string, string>>; body: string | null }

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** Returns JSON, or text that is already JSON. Null is a 204. */
export function jsonReply(body: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  if (body === null) return { status: 204, headers: { 'cache-control': 'no-store', ...headers }, body: null }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: text }
}

export const toResponse = (reply: Reply | Response): Response =>
  reply instanceof Response ? reply : new Response(reply.body, reply)

/** Returns a CSV file, saved as `{name}-export.csv`. */
export const csvFile = (text: string, name: string): Response =>
  new Response(text, {
    headers: {
      'cache-control': 'no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-export.csv"`,
    },
  })
