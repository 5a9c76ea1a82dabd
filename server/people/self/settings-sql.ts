import { DEFAULT_SETTINGS } from '#server/engine/access/actor.ts'

const DEFAULTS = JSON.stringify(DEFAULT_SETTINGS)

/**
 * Builds SQL of a person's complete settings, with defaults and the two formats joined. A constant for the many people
 * who never changed any.
 */
export const settingsSql = (stored: string): string =>
  `case when ${stored} = '{}' then '${DEFAULTS}'::jsonb else (select s || jsonb_build_object('dateTimeFormat', (s ->> 'dateFormat') || ' ' || (s ->> 'timeFormat'))
    from (select '${DEFAULTS}'::jsonb || ${stored}) full_settings (s)) end`
