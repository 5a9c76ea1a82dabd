import { sql } from 'kysely'
import { defineFeature } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
import { profileentriesCollection } from '#server/people/profile-entries/collection.ts'
import { registrationsToDo, unreachedToDo } from './cards.ts'
import { settingsSql } from './self/settings-sql.ts'

export const peopleFeature = defineFeature({
  name: 'people',
  collections: [profileentriesCollection],
  area: 'people',
  calls: {
    'GET /people/{id}/merge': null,
    'POST /people/{id}/merge': null,
    'POST /people/{id}/upload_image': null,
    'DELETE /people/{id}/remove_image': null,
    'GET /people/messages_self': null,
    'PUT /people/change_settings_self': null,
    'PUT /people/phone_change_self': null,
    'POST /people/phone_change_self': null,
    'PUT /people/verify_check': null,
    'POST /people/verify_check': null,
    'POST /people/upload_image_self': null,
    'DELETE /people/remove_image_self': null,
    'POST /people/download_self': null,
    'POST /people/delete_self': null,
    'DELETE /people/delete_self': null,
    'POST /people/renew_email_link_self': null,
  },
  toDo: {
    registration: { word: 'Registration', rows: registrationsToDo },
    unreached: { word: 'Cannot be reached', rows: unreachedToDo },
  },
  audit: {
    'people.merge': 'A registration was merged with this person',
    'people.disable': 'Was deactivated',
    'people.enable': 'Was reactivated',
    'people.access_role': 'Access role changed',
    'people.erase': 'Was erased',
    'phone.change': 'Changed the phone number',
    'phone.verify': 'Confirmed the phone number',
    'phone.code_sent': 'Code sent',
    'phone.alarm': 'Too many codes requested',
    'photo.set': 'Changed the photo',
    'photo.remove': 'Removed the photo',
    'settings.change': 'Changed own settings',
    'account.close': 'Asked for the account to be deleted',
    'account.keep': 'Cancelled the deletion of the account',
    'account.download': 'Downloaded their own data',
    'email_settings.change': 'Changed email preferences',
    'email_settings.renew': 'Made a new link to the email preferences',
  },
  ownData: {
    person: (
      me,
    ) => sql`(select jsonb_build_object('name', p.name, 'email', p.email, 'phone', p.phone, 'phone_verified', p.sms_verified,
        'access_role', p.role, 'active', p.is_active, 'joined', p.joined, 'last_login', ${instantText('p.last_login')}, 'tags', p.tags, 'settings', ${sql.raw(settingsSql('p.settings'))},
        'email_notifications', p.email_notifications, 'email_reminders', p.email_reminders, 'email_newsletters', p.email_newsletters,
        'sms_notifications', p.sms_notifications, 'cover_requests', p.cover_requests, 'consent_version', p.consent_version, 'consent_at', ${instantText('p.consent_at')}, 'created_at', ${instantText('p.created_at')})
      from people p where p.id = ${me})`,
    photo_key: (me) => sql`(select p.avatar from people p where p.id = ${me})`,
    profile: (me) =>
      jsonList(
        sql`'field', f.display_name, 'value', e.value`,
        'f."order", f.id',
        sql`from profileentries e join profilefields f on f.site_id = e.site_id and f.id = e.entry_type where e.person = ${me} and f.user_visible`,
      ),
    waiting: (me) => sql`jsonb_build_object(
      'phone', (select jsonb_build_object('phone', k.phone, 'asked_at', ${instantText('k.created_at')}, 'until', ${instantText('k.expires_at')}) from phone_codes k where k.person = ${me}),
      'email', (select jsonb_build_object('email', m.email, 'asked_at', ${instantText('m.created_at')}, 'until', ${instantText('m.expires_at')}) from email_changes m where m.person = ${me}),
      'closure', (select jsonb_build_object('asked_at', ${instantText('y.requested_at')}, 'due_at', ${instantText('y.due_at')}) from closures y where y.person = ${me}))`,
  },
  erase: ({ site, id }) => [
    sql`delete from core.closures where site_id = ${site} and person = ${id}`,
    sql`delete from core.phone_codes where site_id = ${site} and person = ${id}`,
    sql`delete from core.profileentries where site_id = ${site} and person = ${id}`,
  ],
})
