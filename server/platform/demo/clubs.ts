import type { DemoClub } from './club.ts'
import { harbour } from './harbour.ts'
import { ridge } from './ridge.ts'

export const CLUBS: readonly DemoClub[] = [harbour, ridge]
