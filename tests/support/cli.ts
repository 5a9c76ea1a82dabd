import { spawn } from 'node:child_process'

export type Told = { code: number | null; out: string; err: string }

/** Runs the command line from its sources on a database, as a script would: no terminal, nobody to ask. */
export const createCli =
  (databaseUrl: string) =>
  (words: string[], env: Record<string, string> = {}): Promise<Told> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ['--import', 'tsx', 'bin/cli.ts', ...words], {
        env: { ...process.env, NODE_ENV: 'development', NO_COLOR: '1', DATABASE_URL: databaseUrl, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const told: Told = { code: null, out: '', err: '' }
      child.stdout.on('data', (chunk: Buffer) => {
        told.out += chunk
      })
      child.stderr.on('data', (chunk: Buffer) => {
        told.err += chunk
      })
      child.once('error', reject)
      child.once('close', (code) => resolve({ ...told, code }))
    })
