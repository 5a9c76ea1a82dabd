import { spawn } from 'node:child_process'

/** How long the provider takes for a message: about what Amazon's takes from the same region. 0 measures the processor alone. */
const PROVIDER_MS = Number(process.env.BENCH_PROVIDER_MS ?? 50)

/** Starts the local provider as a process of its own. */
export async function startProvider(): Promise<{ endpoint: string; stop: () => void }> {
  const provider = spawn(process.execPath, ['--import', 'tsx', 'tests/bench/provider.ts', String(PROVIDER_MS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const endpoint = await new Promise<string>((resolve) =>
    provider.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  )
  return { endpoint, stop: () => void provider.kill() }
}
