import { DEFAULT_SETTINGS } from '#server/engine/access/actor.ts'

/** Builds SQL of a person's settings in full: what is not stored has its default, and the two formats are also joined. */
export const settingsSql = (stored: string): string =>
  `(select s || jsonb_build_object('dateTimeFormat', (s ->> 'dateFormat') || ' ' || (s ->> 'timeFormat'))
    from (select '${JSON.stringify(DEFAULT_SETTINGS)}'::jsonb || ${stored}) full_settings (s))`
