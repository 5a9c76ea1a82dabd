import { type RawBuilder, sql } from 'kysely'
import { type Audience, switchOf } from './contract.ts'
import type { RuleScope } from './rule.ts'
import { RULES } from './rules.ts'

export type RecipientsScope = RuleScope & {
  sms_enabled: boolean
  remaining: number | null
}

/**
 * Builds the query for everyone who matches an audience: `person`, `name`, `address`, `names` (of all who share the
 * address, theirs first) and `reason`, null for recipients. Only the first applicable reason counts. Of people with one
 * address, the lowest id gets it.
 */
export function recipientsSql(kind: 'email' | 'sms', audience: Audience, scope: RecipientsScope): RawBuilder<unknown> {
  const { people = [], except = [] } = audience
  const rules = RULES.flatMap((rule) => rule.sql(audience, scope) ?? [])
  const matches = rules.length ? sql`(${sql.join(rules, sql` and `)})` : sql`false`
  const wanted = sql.ref(`p.${switchOf(kind, audience)}`)
  const unreachable =
    kind === 'email'
      ? sql`when p.email = '' then 'no_address' when p.email_blocked is not null then 'blocked'`
      : sql`when not ${scope.sms_enabled}::boolean then 'sms_off' when p.phone is null then 'no_address'
          when p.sms_blocked then 'blocked' when not p.sms_verified then 'unverified'`
  return sql`with judged as (
      select p.id as person, p.name, ${kind === 'email' ? sql`p.email` : sql`coalesce(p.phone, '')`} as address,
        case when not p.is_active then 'inactive' ${unreachable} when not ${wanted} then 'opted_out' end as reason
      from people p
      where p.erased_at is null and p.role <> 'new' and p.id <> all (${except}::bigint[])
        and (p.id = any (${people}::bigint[]) or ${matches})),
    shared as (
      select person, name, address, reason, row_number() over same as turn,
        array_agg(name) over (same rows between unbounded preceding and unbounded following) as names
      from judged window same as (partition by reason is null, case when reason is null then address else person::text end order by person)),
    counted as (
      select person, name, address, names, case when reason is null and turn > 1 then 'duplicate' else reason end as reason from shared)
    select person, name, address, names, case when reason is null and ${scope.remaining}::bigint is not null
      and row_number() over (partition by reason is null order by person) > ${scope.remaining}::bigint then 'limit' else reason end as reason
    from counted`
}
