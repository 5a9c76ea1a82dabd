type Times = { modified_start: string | null; modified_end: string | null }

/**
 * Returns "arrive at 11:00 and leave at 15:00", for instance; empty where both are as planned.
 * @param time formats an instant.
 */
export function askedTimesText({ modified_start, modified_end }: Times, time: (instant: string) => string): string {
  return [modified_start && `arrive at ${time(modified_start)}`, modified_end && `leave at ${time(modified_end)}`]
    .filter(Boolean)
    .join(' and ')
}
