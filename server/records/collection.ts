import { defineCollection } from '#server/engine/collections/define.ts'
import { records } from './contract.ts'
import { currentSql, expiresSql } from './current.ts'

export const recordsCollection = defineCollection(records, {
  access: {
    user: {
      read: {
        rows: (q) => `${q.t}.person = ${q.me()}`,
        fields: ['id', 'person', 'competency', 'training', 'achieved', 'expires', 'current'],
      },
    },
  },
  computed: { expires: ({ t }) => expiresSql(t), current: ({ t, today }) => currentSql(t, today()) },
  displayName: ({ t }) =>
    `(select p.name || ', ' || c.name from core.people p, core.competencies c where p.id = ${t}.person and c.id = ${t}.competency)`,
  matchBy: ['person', 'competency', 'achieved'],
})
