import { DEFAULT_SETTINGS } from '#server/engine/access/actor.ts'

const DEFAULTS = JSON.stringify(DEFAULT_SETTINGS)

/**
 * Builds SQL of a person's settings in full: what is not stored has its default, and the two formats are also joined. Most people
 * never change any, and theirs are a constant.
 */
export const settingsSql = (stored: string): string =>
  `case when ${stored} = '{}' then '${DEFAULTS}'::jsonb else (select s || jsonb_build_object('dateTimeFormat', (s ->> 'dateFormat') || ' ' || (s ->> 'timeFormat'))
    from (select '${DEFAULTS}'::jsonb || ${stored}) full_settings (s)) end`
