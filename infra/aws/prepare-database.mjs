// Run by the task `migrate` in the product's image, before `migrate`: roles, logins with their passwords, and the database. Idempotent.
// PGHOST, PGUSER, PGPASSWORD and PGSSLROOTCERT are those of the administrator; each DATABASE_…_URL names a login and its password.
// Without template strings, which CloudFormation takes for references of its own.
import { readFileSync } from 'node:fs'
import pg from 'pg'

const { PGSSLROOTCERT, ...env } = process.env
const urls = Object.entries(env)
  .filter(([name]) => /^DATABASE_[A-Z]+_URL$/.test(name))
  .map(([, url]) => new URL(url))
const database = urls[0].pathname.slice(1)

const client = new pg.Client({
  database: 'postgres',
  ...(PGSSLROOTCERT && { ssl: { ca: readFileSync(PGSSLROOTCERT, 'utf8') } }),
})
await client.connect()
try {
  for (const file of ['infra/roles.sql', 'infra/logins.sql']) await client.query(readFileSync(file, 'utf8'))
  for (const { username, password } of urls) {
    const [role, secret] = [client.escapeIdentifier(username), client.escapeLiteral(decodeURIComponent(password))]
    await client.query(['alter role', role, 'password', secret].join(' '))
  }
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  const name = client.escapeIdentifier(database)
  if (!rowCount) await client.query(['create database', name, 'owner watchbill_migrator'].join(' '))
} finally {
  await client.end()
}
