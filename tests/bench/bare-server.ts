import { createHash } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import pg from 'pg'
import type { Ceiling } from './ceiling.ts'

type Task = Exclude<Ceiling, { kind: 'react' }>
type OfKind<Kind> = Extract<Task, { kind: Kind }>

const LOOKUP =
  'select s.id, p.role from core.sessions s join core.people p on p.site_id = s.site_id and p.id = s.person where s.site_id = $1 and s.access_hash = $2'
const SETTINGS = '-c search_path=core -c jit=off -c TimeZone=UTC'

/**
 * The ceiling: node:http and pg, nothing else. Looks up the token, then runs one prepared statement that returns the
 * same rows as JSON. For a page it repeats the product's statements and answers the product's bytes.
 */
export function bareServer(task: Task, connectionString: string, max: number): Server {
  const options = task.kind === 'page' ? task.options : task.kind === 'csv' ? `${SETTINGS} ${task.options}` : SETTINGS
  const pool = new pg.Pool({ connectionString, max, options })
  return createServer(async (req, res) => {
    try {
      if (task.kind === 'page') return await answerPage(pool, task, res)
      const token = (req.headers.authorization ?? '').slice(7)
      const hash = createHash('sha256').update(token).digest()
      const session = await pool.query({ name: 'session', text: LOOKUP, values: [task.values[0], hash] })
      if (!session.rows[0]) {
        res.writeHead(401).end()
        return
      }
      await (task.kind === 'csv' ? answerFile(pool, task, res) : answerJson(pool, task, res))
    } catch (error) {
      res.writeHead(500).end(String(error))
    }
  })
}

async function answerJson(pool: pg.Pool, { text, values }: OfKind<'json'>, res: ServerResponse): Promise<void> {
  const { rows } = await pool.query({ name: 'list', text, values })
  res.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(rows[0].json)
}

const lineOf = (cells: readonly (string | null)[]) =>
  `${cells.map((cell) => (cell === null ? '' : /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`

async function answerFile(pool: pg.Pool, { text, values, columns }: OfKind<'csv'>, res: ServerResponse): Promise<void> {
  const { rows } = await pool.query<(string | null)[]>({ text, values, rowMode: 'array' })
  res.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' })
  res.end(`\ufeff${[columns, ...rows].map(lineOf).join('')}`)
}

async function answerPage(pool: pg.Pool, { statements, html }: OfKind<'page'>, res: ServerResponse): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const [i, { text, values }] of statements.entries())
      await client.query(values ? { name: `s${i}`, text, values: [...values] } : text)
    await client.query('commit')
  } finally {
    client.release()
  }
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}
