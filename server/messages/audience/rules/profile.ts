import { sql } from 'kysely'
import { type Rule, referencesTo } from '#server/messages/audience/rule.ts'

export const profile: Rule = {
  keys: ['profile'],
  label: 'Profile field',
  sql: ({ profile }) =>
    profile
      ? sql`p.id in (select v.person from profileentries v where v.entry_type = ${profile.field} and core.folded(v.value) = core.folded(${profile.value}))`
      : null,
  references: ({ profile }) => referencesTo('profilefields', [profile?.field]),
}
