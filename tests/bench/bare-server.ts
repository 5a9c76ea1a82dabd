import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'
import type { Bare, Page } from './bare.ts'

/**
 * The ceiling: node:http and pg, nothing else. One prepared token look-up, then one prepared statement for the same rows
 * as JSON, answered as text. Started as a process of its own: argv = database URL, statement file, pool size. For a page it
 * runs the statements that the product sent and answers with the bytes that it answered.
 */
const [url, statementFile, max] = process.argv.slice(2) as [string, string, string]
const { text, values, csv, page, options = '' } = JSON.parse(readFileSync(statementFile, 'utf8')) as Bare
const pool = new pg.Pool({
  connectionString: url,
  max: Number(max),
  options: page?.options ?? `-c search_path=core -c jit=off -c TimeZone=UTC ${options}`,
})
const LOOKUP =
  'select s.id, p.role from core.sessions s join core.people p on p.site_id = s.site_id and p.id = s.person where s.site_id = $1 and s.access_hash = $2'

const lineOf = (cells: readonly (string | null)[]) =>
  `${cells.map((cell) => (cell === null ? '' : /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`

/** Runs the statements of a page on one connection, in a transaction since their settings are local, and answers with its bytes. */
async function answerPage({ statements, html }: Page, res: ServerResponse): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const [i, { text, values }] of statements.entries())
      await client.query(values.length ? { name: `s${i}`, text, values } : text)
    await client.query('commit')
  } finally {
    client.release()
  }
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}

const server = createServer(async (req, res) => {
  try {
    if (page) return await answerPage(page, res)
    const token = (req.headers.authorization ?? '').slice(7)
    const hash = createHash('sha256').update(token).digest()
    const session = await pool.query({ name: 'session', text: LOOKUP, values: [values[0], hash] })
    if (!session.rows[0]) {
      res.writeHead(401).end()
      return
    }
    if (csv) {
      const { rows } = await pool.query<(string | null)[]>({ text, values, rowMode: 'array' })
      res.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' })
      res.end(`\ufeff${[csv, ...rows].map(lineOf).join('')}`)
      return
    }
    const { rows } = await pool.query({ name: 'list', text, values })
    res.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(rows[0].json)
  } catch (error) {
    res.writeHead(500).end(String(error))
  }
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as { port: number }).port}\n`)
})
