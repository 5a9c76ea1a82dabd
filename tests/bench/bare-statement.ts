const record = (alias: string, columns: string[]) =>
  `json_build_object(${columns.map((column) => `'${column}', ${alias}."${column}"`).join(', ')})`

const keyed = (alias: string, columns: string[], source: string) =>
  `(select json_object_agg(${alias}.id, ${record(alias, columns)}) from ${source})`

const SHIFT = [
  'id',
  'event',
  'person',
  'role',
  'assignment',
  'location',
  'start',
  'end',
  'actual_start',
  'actual_end',
  'hours',
  'draft',
  'notes',
  'published_by',
]
const EVENT = [
  'id',
  'name',
  'series',
  'eventtype',
  'start',
  'end',
  'location',
  'color',
  'event_url',
  'details',
  'contact',
  'archived',
]
const PERSON = [
  'id',
  'name',
  'email',
  'phone',
  'sms_verified',
  'avatar',
  'role',
  'is_active',
  'email_notifications',
  'email_reminders',
  'email_newsletters',
  'sms_notifications',
  'settings',
  'joined',
  'last_login',
  'notes',
  'tags',
]
const ROLE = ['id', 'name', 'order', 'details', 'archived', 'required_competencies']
const LOCATION = ['id', 'name', 'address', 'order', 'details', 'archived']

/** By hand: the 50 first shifts of site $1 with what belongs to them, as one JSON text. The ceiling that the engine is held against. */
export const bareStatement = `
with page as materialized (select * from core.shifts where site_id = $1 order by start, id limit 50)
select json_build_object(
  'count', (select count(*) from core.shifts where site_id = $1),
  'order', (select json_agg(id order by start, id) from page),
  'results', json_build_object(
    'shifts', ${keyed('p', SHIFT, 'page p')},
    'events', ${keyed('e', EVENT, 'core.events e where e.site_id = $1 and e.id in (select event from page)')},
    'people', ${keyed('h', PERSON, 'core.people h where h.site_id = $1 and h.id in (select person from page)')},
    'roles', ${keyed('r', ROLE, 'core.roles r where r.site_id = $1 and r.id in (select role from page)')},
    'locations', ${keyed('l', LOCATION, 'core.locations l where l.site_id = $1 and l.id in (select location from page)')}))::text as json`
