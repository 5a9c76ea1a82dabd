import { sql } from 'kysely'
import { defineFeature } from '#server/engine/features.ts'

export const publishingFeature = defineFeature({
  name: 'publishing',
  notices: {
    /** Shifts of a planned publication were not published. Subject: the publication. */
    'publication.left_out': {
      title: 'Shifts not published as planned',
      standing: (publications) => sql`select id from publications where id = any (${publications}) and state = 'done'`,
      why: 'you planned to publish shifts at',
    },
  },
})
