type Open = (event: number, about: string) => void

let open: Open | null = null
let waiting: Parameters<Open> | null = null

/** Says how the proof of an event's publication is opened: what does it is loaded late. */
export function provideEventProof(provided: Open): void {
  open = provided
  if (waiting) open(...waiting)
  waiting = null
}

/** Opens the proof of publishing all of an event. @param about its name, as the proof says it. */
export function openEventProof(event: number, about: string): void {
  if (open) open(event, about)
  else waiting = [event, about]
}
