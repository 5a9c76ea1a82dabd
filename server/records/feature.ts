import { sql } from 'kysely'
import { defineFeature } from '#server/engine/features.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
import { recordsCollection } from './collection.ts'

export const recordsFeature = defineFeature({
  name: 'records',
  collections: [recordsCollection],
  area: 'training',
  calls: {
    'PUT /records/staged': ['training:write'],
    'POST /records/add': ['training:write'],
  },
  ownData: {
    records: (me) =>
      jsonList(
        sql`'competency', c.name, 'training', t.name, 'achieved', x.achieved`,
        'x.achieved, x.id',
        sql`from records x join competencies c on c.site_id = x.site_id and c.id = x.competency
          left join training t on t.site_id = x.site_id and t.id = x.training where x.person = ${me}`,
      ),
  },
  erase: ({ site, id }) => [sql`update core.records set details = '' where site_id = ${site} and person = ${id}`],
})
