type Open = (event: number, about: string) => void

let open: Open | null = null
let waiting: Parameters<Open> | null = null

/** Registers the function that opens the proof of an event's publication; it loads late. */
export function provideEventProof(provided: Open): void {
  open = provided
  if (waiting) open(...waiting)
  waiting = null
}

/** Opens the proof of publishing all of an event. @param about its name, as shown in the proof. */
export function openEventProof(event: number, about: string): void {
  if (open) open(event, about)
  else waiting = [event, about]
}
