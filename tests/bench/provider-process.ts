import { spawn } from 'node:child_process'

export async function startProvider(delayMs: number): Promise<{ endpoint: string; stop: () => void }> {
  const provider = spawn(process.execPath, ['--import', 'tsx', 'tests/bench/provider.ts', String(delayMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const endpoint = await new Promise<string>((resolve) =>
    provider.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  )
  return { endpoint, stop: () => void provider.kill() }
}
