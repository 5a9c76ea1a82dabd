import { audienceCount } from './audience-count.ts'
import { bulkSend } from './bulk-send.ts'
import { calendarWindow, monthSize, rosterGrid } from './calendar.ts'
import { csvExport } from './csv-export.ts'
import { deliveries } from './deliveries.ts'
import { collectionList, collectionSearch, relationFilter } from './lists.ts'
import { memoryBesideWork, memorySettings } from './memory-settings.ts'
import { pageMemory } from './page-memory.ts'
import { pages } from './pages.ts'
import { plannerTick } from './planner-tick.ts'
import { platform } from './platform.ts'
import type { Bench } from './rig.ts'
import { settle } from './settle.ts'
import { shiftsList, shiftsListSites } from './shifts-list.ts'
import { swapCircles } from './swap-circles.ts'

/** `tests/integration/benches.test.ts` runs a smoke round of each. */
export const BENCHES: Readonly<Record<string, Bench>> = {
  'shifts-list': shiftsList,
  'shifts-list-sites': shiftsListSites,
  'planner-tick': plannerTick,
  settle,
  scale: platform,
  deliveries,
  'bulk-send': bulkSend,
  'collection-list': collectionList,
  'collection-search': collectionSearch,
  'relation-filter': relationFilter,
  'csv-export': csvExport,
  'calendar-window': calendarWindow,
  'roster-grid': rosterGrid,
  'calendar-month': monthSize,
  pages,
  'page-memory': pageMemory,
  'memory-settings': memorySettings,
  'memory-beside-work': memoryBesideWork,
  'audience-count': audienceCount,
  'swap-circles': swapCircles,
}
