import { defineCollection } from '#server/engine/collections/define.ts'
import { series } from './contract.ts'

export const seriesCollection = defineCollection(series, {
  access: { user: { read: { fields: 'all' } } },
  markdown: 'details',
  computed: {
    start: ({ t }) => `(select min(e.start) from core.events e where e.series = ${t}.id and not e.archived)`,
    end: ({ t }) => `(select max(e."end") from core.events e where e.series = ${t}.id and not e.archived)`,
  },
})
