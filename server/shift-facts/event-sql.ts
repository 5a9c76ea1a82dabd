import { UNTITLED_EVENT } from './event.pure.ts'

/** SQL of `eventName`. @param names columns: the first name that is not empty counts. */
export const eventNameSql = (...names: string[]): string =>
  `coalesce(${names.map((name) => `nullif(${name}, '')`).join(', ')}, '${UNTITLED_EVENT}')`

/** SQL of `isEventOff`; false without an event. @param event the alias of its row. */
export const isOffSql = (event: string): string => `(${event}.decision is not distinct from 'off')`

export const isOnSql = (event: string): string => `${event}.decision is distinct from 'off'`

/** SQL: whether an event is neither called off nor archived. @param event the alias of its row. */
export const isLiveSql = (event: string): string => `(not ${event}.archived and ${isOnSql(event)})`

/**
 * SQL: whether a shift is open and published, and its event live.
 * @param aliases those of its row and of its event's.
 */
export const isOpenSql = ({ shift, event }: { shift: string; event: string }): string =>
  `(${shift}.person is null and ${shift}.draft is not null and ${isLiveSql(event)})`
