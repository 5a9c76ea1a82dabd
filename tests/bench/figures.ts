/** `rate` is per second; `cpu` is the processor time of a request in ms, of server and database, or null if unknown. */
export type Load = { answered: number; rate: number; p99: number; cpu: number | null }

export const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

export function sideText(name: string, loads: readonly Load[]): string {
  const of = (figure: (load: Load) => number) => median(loads.map(figure))
  const cpu = loads.flatMap((load) => load.cpu ?? [])
  const texts = [
    `${name} ${of(({ rate }) => rate).toFixed(0)}/s`,
    `p99 ${of(({ p99 }) => p99).toFixed(1)} ms`,
    ...(cpu.length ? [`cpu ${median(cpu).toFixed(2)} ms`] : []),
  ]
  return texts.join(' ')
}
