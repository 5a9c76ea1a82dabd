import { type Ceiling, startCeilings } from './ceiling.ts'
import type { Dataset, DatasetName } from './dataset.ts'
import { productOn, type Target } from './load.ts'
import { startProvider } from './provider-process.ts'
import { startRecorder } from './recorder.ts'
import type { Scale } from './scale.ts'

/** @throws when the sides do not answer the same, or a goal is missed. */
export type Bench = (rig: Rig) => Promise<void>

export type Rig = ReturnType<typeof createRig>

type Started = { stop(): unknown }

/** @param shared whether equal requests share one instance until the rig is closed. */
export function createRig(scale: Scale, dataset: (name: DatasetName) => Promise<Dataset>, { shared = false } = {}) {
  const stops: (() => unknown)[] = []
  const part = <A extends unknown[], T extends Started>(start: (...args: A) => Promise<T>) => {
    const begin = async (...args: A) => {
      const started = await start(...args)
      stops.unshift(() => started.stop())
      return started
    }
    if (!shared) return begin
    const known = new Map<string, Promise<T>>()
    return async (...args: A): Promise<T> => {
      const key = JSON.stringify(args)
      const started = known.get(key) ?? begin(...args)
      known.set(key, started)
      return { ...(await started), stop: () => {} }
    }
  }
  const ceilings = part(startCeilings)
  return {
    scale,
    dataset,
    product: part(productOn),
    provider: part(() => startProvider(scale.providerMs)),
    recorder: part(({ url }: Dataset) => startRecorder(url)),
    ceiling: async (data: Dataset, task: Ceiling): Promise<{ target: Target; stop(): unknown }> => {
      const { serve, stop } = await ceilings()
      return { target: await serve(data, task), stop }
    },
    close: async () => {
      for (const stop of stops.splice(0)) await stop()
    },
  }
}
