import { type Kysely, sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { dayOf } from '#server/engine/kernel/days/rules.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { ZoneDifference } from '#server/operators/contract.ts'

const DAY_MS = 86_400_000
/** Half a year back, to find the first day, and a year ahead. */
const BEHIND_MS = 183 * DAY_MS
const AHEAD_MS = 366 * DAY_MS

/** The instant in milliseconds from which a zone has this offset from UTC. */
type Offset = [at: number, seconds: number]

/**
 * Finds zones that the program and its database read differently now or within a year (one has older rules), or that
 * one of them does not know.
 */
export async function readZoneDifferences(
  db: Kysely<DB>,
  zones: readonly string[],
  now: Date,
): Promise<ZoneDifference[]> {
  const noon = Math.floor(now.getTime() / DAY_MS) * DAY_MS + DAY_MS / 2
  const window = { from: noon - BEHIND_MS, until: noon + AHEAD_MS }
  const stored = await readOffsets(db, zones, window)
  return zones.flatMap((zone) => {
    const offsets = stored.get(zone)
    return offsets
      ? (differenceOf(zone, offsets, now.getTime(), window.until) ?? [])
      : { zone, day: null, lasting: true }
  })
}

/** The database's readings: the first offset, and each change to the hour. */
async function readOffsets(
  db: Kysely<DB>,
  zones: readonly string[],
  { from, until }: { from: number; until: number },
): Promise<Map<string, Offset[]>> {
  const offset = sql.raw("extract(epoch from (t.at at time zone z.zone) - (t.at at time zone 'UTC'))::integer")
  const { rows } = await sql<{ zone: string; offsets: Offset[] }>`
    with z as materialized (select name as zone from pg_timezone_names where name = any (${[...zones]}::text[])),
    days as (
      select z.zone, t.at, ${offset} as seconds, lag(${offset}) over (partition by z.zone order by t.at) as before
      from z cross join generate_series(${new Date(from)}::timestamptz, ${new Date(until)}::timestamptz, interval '1 day') t (at)),
    hours as (
      select z.zone, t.at, ${offset} as seconds, lag(${offset}) over (partition by z.zone, d.at order by t.at) as before
      from days d join z on z.zone = d.zone cross join generate_series(d.at - interval '1 day', d.at, interval '1 hour') t (at)
      where d.seconds <> d.before)
    select zone, json_agg(json_build_array(extract(epoch from at) * 1000, seconds) order by at) as offsets from (
      select zone, at, seconds from days where before is null union all select zone, at, seconds from hours where seconds <> before) changes
    group by zone`.execute(db)
  return new Map(rows.map(({ zone, offsets }) => [zone, offsets]))
}

/** Compares the two readings at each noon and on both sides of each change. */
function differenceOf(zone: string, offsets: readonly Offset[], now: number, until: number): ZoneDifference | null {
  const readings = offsets.flatMap(([at, seconds], i) => {
    const end = offsets[i + 1]?.[0] ?? until
    const noons = Array.from({ length: Math.ceil((end - at) / DAY_MS) }, (_, day) => at + day * DAY_MS)
    return [...noons, end - DAY_MS / 24].map((time) => ({ time, seconds, isSame: secondsAt(zone, time) === seconds }))
  })
  readings.sort((a, b) => a.time - b.time)
  const next = readings.findIndex(({ time, isSame }) => time >= now && !isSame)
  if (next < 0) return null
  const first = readings.slice(0, next).findLastIndex(({ isSame }) => isSame) + 1
  const end = readings.slice(next).findIndex(({ isSame }) => isSame)
  const last = end < 0 ? readings.length - 1 : next + end - 1
  const lasting = readings[last]!.time - readings[first]!.time > DAY_MS
  return { zone, day: dayOf(new Date(readings[first]!.time), zone), lasting }
}

/** The program's reading; NaN for an unknown zone. */
function secondsAt(zone: string, time: number): number {
  try {
    return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).offsetNanoseconds / 1e9
  } catch {
    return Number.NaN
  }
}
