import { sql } from 'kysely'
import { defineFeature, SEASONS_DAYS } from '#server/engine/features.ts'

export const importsFeature = defineFeature({
  name: 'imports',
  calls: {
    'GET /imports': ['events:read', 'shifts:read', 'people:read'],
    'POST /imports/preview': ['events:read', 'shifts:read', 'people:read'],
    'POST /imports/notifies': ['events:write', 'shifts:write', 'people:read'],
    'POST /imports': ['events:write', 'shifts:write', 'people:read'],
    'POST /imports/{id}/undo': ['events:write', 'shifts:write', 'people:read'],
  },
  audit: {
    'import.apply': 'Imported a file',
    'import.undo': 'Undid an import',
  },
  erase: ({ site, id }) => [
    sql`update core.imports i set created = jsonb_set(created, '{changes,people}', coalesce((
        select jsonb_agg(c) from jsonb_array_elements(i.created #> '{changes,people}') c where c ->> 'id' <> ${String(id)}), '[]'))
      where site_id = ${site} and jsonb_typeof(created #> '{changes,people}') = 'array'`,
  ],
  keeps: [{ table: 'imports', days: SEASONS_DAYS, over: (before) => sql`r.created_at < ${before}` }],
})
