import { sql } from 'kysely'
import { defineFeature } from '#server/engine/features.ts'

export const swapsFeature = defineFeature({
  name: 'swaps',
  notices: {
    /** Somebody is asked to take or to swap a shift, or a coordinator to approve it or to know of it shortly before. Subject: the circle of people. */
    'swap.asked': {
      title: 'Question about a swap',
      standing: (circles) => sql`select id from swap_circles where id = any (${circles}) and state = 'proposed'`,
      why: 'you volunteer at',
    },
    /** Shifts have moved between people. Subject: the circle. */
    'swap.done': {
      title: 'Swap done',
      standing: (circles) => sql`select id from swap_circles where id = any (${circles}) and state = 'done'`,
      why: 'you volunteer at',
    },
    /** A swap has ended and nothing has moved. Subject: the circle. */
    'swap.declined': {
      title: 'Swap ended',
      standing: (circles) =>
        sql`select id from swap_circles where id = any (${circles}) and state in ('declined', 'withdrawn', 'expired')`,
      why: 'you volunteer at',
    },
  },
})
