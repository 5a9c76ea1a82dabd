/**
 * SQL: channels by which a request reaches a person, under the same rules as `preferenceVerdict`: `email`, `sms`,
 * `both`, or `none`.
 * @param p alias of `people`.
 * @param sms SQL of whether the site sends texts.
 */
export const channelSql = (p: string, sms: string): string => `(case
  when ${mailReaches(p)} then case when ${textReaches(p, sms)} then 'both' else 'email' end
  when ${textReaches(p, sms)} then 'sms' else 'none' end)`

const mailReaches = (p: string) => `(${p}.email <> '' and ${p}.email_notifications and ${p}.email_blocked is null)`
const textReaches = (p: string, sms: string) =>
  `(${sms} and ${p}.phone is not null and ${p}.sms_verified and ${p}.sms_notifications and not ${p}.sms_blocked)`

export const UNREACHED = `(count(*) filter (where answer is null and channel = 'none'))::int`
