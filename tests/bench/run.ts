import { audienceCount } from './audience-count.ts'
import { bulkSend } from './bulk-send.ts'
import { calendarWindow, monthSize, rosterGrid } from './calendar.ts'
import { csvExport } from './csv-export.ts'
import { deliveries } from './deliveries.ts'
import { collectionList, collectionSearch, relationFilter } from './lists.ts'
import { memoryBesideWork, memorySettings } from './memory-settings.ts'
import { pageMemory } from './page-memory.ts'
import { pageQueries } from './page-queries.ts'
import { pages } from './pages.ts'
import { plannerTick } from './planner-tick.ts'
import { shiftsList, shiftsListSites } from './shifts-list.ts'
import { swapCircles } from './swap-circles.ts'

/**
 * `npm run bench [-- name …]`: ratios from one run, each as a line `name ratio 0.91`. Rounds of both sides take turns, so that
 * whatever else the machine does meets both.
 */
const BENCHES: Record<string, () => Promise<void>> = {
  'shifts-list': shiftsList,
  'shifts-list-sites': shiftsListSites,
  'planner-tick': plannerTick,
  deliveries,
  'bulk-send': bulkSend,
  'collection-list': collectionList,
  'collection-search': collectionSearch,
  'relation-filter': relationFilter,
  'csv-export': csvExport,
  'calendar-window': calendarWindow,
  'roster-grid': rosterGrid,
  'calendar-month': monthSize,
  'page-queries': pageQueries,
  pages,
  'page-memory': pageMemory,
  'memory-settings': memorySettings,
  'memory-beside-work': memoryBesideWork,
  'audience-count': audienceCount,
  'swap-circles': swapCircles,
}
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(BENCHES, name))
if (unknown.length) throw new Error(`No benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`)
for (const [name, bench] of Object.entries(BENCHES)) if (!asked.length || asked.includes(name)) await bench()
