import { Agent, request } from 'node:http'
import pg from 'pg'

type Row = { site_id: string; id: string; attempt_id: string }

/** The ceiling of sending: claims, sends one fixed mail and marks, without a check that the mail is still due. */
export function bareSender(url: string, endpoint: string) {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const agent = new Agent({ keepAlive: true })
  const raw = Buffer.from(`Subject: You are on duty\r\n\r\n${'x'.repeat(3_000)}`).toString('base64')
  const call = (row: Row) =>
    new Promise<string>((resolve, reject) => {
      const form = new URLSearchParams({
        Action: 'SendRawEmail',
        'Destinations.member.1': 'p@example.test',
        'RawMessage.Data': raw,
        'Tags.member.1.Name': 'delivery_id',
        'Tags.member.1.Value': row.id,
      }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': form.length }
      request(endpoint, { method: 'POST', agent, headers }, async (res) => {
        const chunks: Buffer[] = []
        for await (const chunk of res) chunks.push(chunk as Buffer)
        const id = /<MessageId>(.*)<\/MessageId>/.exec(Buffer.concat(chunks).toString())?.[1]
        if (id) resolve(id)
        else reject(new Error(`The provider answered ${res.statusCode}.`))
      })
        .on('error', reject)
        .end(form)
    })
  const send = async () => {
    for (;;) {
      const { rows } = await pool.query<Row>({
        name: 'claim',
        text: `update core.deliveries d set state = 'sending', attempt_id = gen_random_uuid(), attempts = attempts + 1 from (
            select site_id, id from core.deliveries where state = 'queued' order by due_at limit 20 for update skip locked) q
          where d.site_id = q.site_id and d.id = q.id returning d.site_id, d.id, d.attempt_id`,
      })
      if (!rows.length) return
      const ids = await Promise.all(rows.map(call))
      await pool.query({
        name: 'mark',
        text: `update core.deliveries d set state = 'sent', provider_id = m.provider, sent_at = now()
          from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::text[]) m (site_id, id, attempt, provider)
          where d.site_id = m.site_id and d.id = m.id and d.attempt_id = m.attempt`,
        values: [rows.map((r) => r.site_id), rows.map((r) => r.id), rows.map((r) => r.attempt_id), ids],
      })
    }
  }
  return {
    send,
    close: async () => {
      agent.destroy()
      await pool.end()
    },
  }
}
