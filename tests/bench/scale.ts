export type Scale = {
  rounds: number
  round: { seconds: number } | { requests: number }
  connections: number
  /** Requests until the code of a side is compiled. */
  warm: number
  /** Hours of reminders to plan, and to send. */
  plannedHours: number
  sentHours: number
  recipients: number
  /**
   * The delay of the provider per message; Amazon's from the same region is similar. 0 measures the processor alone.
   */
  providerMs: number
  word: string
  /** Pages until the process has its usual size, and pages after that. */
  pages: { warm: number; measured: number }
  /** Pages for each setting of the garbage collection, and the names of the settings; all unless given. */
  settings: { pages: number; names?: readonly string[] | undefined }
  picture: { width: number; height: number }
  offers: number
  settled: number
  idleTicks: number
  claims: number
  /** Numbers of workers that send, and for how long. */
  workers: readonly number[]
  sendSeconds: number
  /** Whether a missed goal fails the run. Only figures at full scale are meaningful. */
  keepsGoals: boolean
}

const { BENCH_ROUNDS, BENCH_SECONDS, BENCH_RECIPIENTS, BENCH_PROVIDER_MS, BENCH_PAGES, BENCH_SETTINGS } = process.env

export const FULL: Scale = {
  rounds: Number(BENCH_ROUNDS ?? 15),
  round: { seconds: Number(BENCH_SECONDS ?? 2) },
  connections: 16,
  warm: 3_000,
  plannedHours: 12,
  sentHours: 3,
  recipients: Number(BENCH_RECIPIENTS ?? 3_000),
  providerMs: Number(BENCH_PROVIDER_MS ?? 50),
  word: 'person 199',
  pages: { warm: 3_000, measured: Number(BENCH_PAGES ?? 20_000) },
  settings: { pages: Number(BENCH_PAGES ?? 6_000), names: BENCH_SETTINGS?.split(';') },
  picture: { width: 6_000, height: 4_000 },
  offers: 500,
  settled: 10_000,
  idleTicks: 20,
  claims: 200,
  workers: [1, 4],
  sendSeconds: 20,
  keepsGoals: true,
}

export const SMOKE: Scale = {
  rounds: 1,
  round: { requests: 2 },
  connections: 2,
  warm: 1,
  plannedHours: 2,
  sentHours: 2,
  recipients: 5,
  providerMs: 0,
  word: 'person 1',
  pages: { warm: 1, measured: 1 },
  settings: { pages: 6, names: ['growth 40, semi-space 4, two arenas'] },
  picture: { width: 60, height: 40 },
  offers: 50,
  settled: 20,
  idleTicks: 2,
  claims: 1,
  workers: [1],
  sendSeconds: 0.1,
  keepsGoals: false,
}
