import { BLOCK_WORDS, BOUNCE_CAUSES } from '#server/deliveries/bounces.pure.ts'
import { instantSql } from '#server/engine/kernel/db/instant-sql.ts'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

const CAUSES = Object.entries(BOUNCE_CAUSES)
  .map(([cause, words]) => `when ${literal(cause)} then ${literal(words)}`)
  .join(' ')

export const emailBlockSql = (t: string): string =>
  `case when ${t}.email_blocked is not null then jsonb_build_object('reason', ${t}.email_blocked, 'since', ${instantSql(`${t}.email_blocked_at`)},
    'words', case ${t}.email_blocked when 'complained' then ${literal(BLOCK_WORDS.complained)}
      else case ${t}.email_blocked_cause ${CAUSES} else ${literal(BLOCK_WORDS.bounced)} end end,
    'detail', ${t}.email_blocked_detail) end`

export const smsBlockSql = (t: string): string =>
  `case when ${t}.sms_blocked then jsonb_build_object('reason', 'stopped', 'since', ${instantSql(`${t}.sms_blocked_at`)},
    'words', ${literal(BLOCK_WORDS.stopped)}, 'detail', null) end`

/** Must match the condition of the index `people_blocked`. */
export const isBlockedSql = (t: string): string => `(${t}.email_blocked is not null or ${t}.sms_blocked)`
