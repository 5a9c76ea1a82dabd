import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

const counterOf =
  (registry: Registry) =>
  <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })

export type EventMetrics = ReturnType<typeof createEventMetrics>

/** Counts providers' reports in the receiving process; divided by `sent_total` they give bounce and complaint rates. */
export function createEventMetrics(registry: Registry) {
  const counter = counterOf(registry)
  return {
    bounced: counter('bounced_total', 'Messages that came back', 'channel'),
    complained: counter('complained_total', 'Messages that were marked as unwanted', 'channel'),
  }
}

/** Counters of the sending process (docs/reminders.md, "What is measured"). */
export function createMetrics(registry: Registry) {
  const registers = [registry]
  const counter = counterOf(registry)
  return {
    due: counter('reminder_due_total', 'Reminders that the planner queued'),
    sent: counter('sent_total', 'Messages accepted by a provider', 'kind', 'channel'),
    lateness: new Histogram({
      name: 'lateness_seconds',
      help: 'Time between due and sent, by the clock of the product',
      buckets: [1, 5, 15, 30, 60, 120, 300, 900, 3600],
      registers,
    }),
    missed: counter('missed_total', 'Reminders that no one sent before the shift began'),
    ambiguous: counter(
      'ambiguous_total',
      'Calls without an answer, which may or may not have been accepted',
      'channel',
    ),
    reconciled: counter('reconciled_total', 'Ambiguous attempts that were settled', 'how'),
    unknown: counter('unknown_total', 'Messages held because their outcome is unknown', 'channel'),
    conflictPrevented: counter('conflict_prevented_total', 'Outcomes that came too late to change anything'),
    skipped: counter('skipped_total', 'Messages not sent for a reason', 'reason'),
    throttled: counter('provider_429_total', 'Calls that a provider refused for their rate', 'channel'),
    refused: counter('sender_refused_total', 'Calls that a provider refused for our keys or our sender', 'channel'),
    oldestDue: new Gauge({
      name: 'oldest_due_age',
      help: 'Age in seconds of the oldest due message, without those to many (alert above 300)',
      registers,
    }),
    oldestBulk: new Gauge({
      name: 'oldest_bulk_age',
      help: 'Age in seconds of the oldest due message to many (alert above a day)',
      registers,
    }),
    heldBack: new Gauge({
      name: 'held_back',
      help: 'Messages that may have left before a restore and wait for a decision (alert above 0)',
      registers,
    }),
    checkerDifferences: counter('reminder_check_differences_total', 'Differences found by the nightly check', 'kind'),
  }
}
