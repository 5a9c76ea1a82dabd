import type { CallScopes } from '#server/engine/access/scopes.pure.ts'
import { defineFeature } from '#server/engine/features.ts'
import { messagesCollection } from './collection.ts'
import { messagetemplatesCollection } from './templates/collection.ts'

const AUDIENCE: CallScopes = [
  'messages:read',
  'people:read',
  'events:read',
  'shifts:read',
  'requests:read',
  'training:read',
]

export const messagesFeature = defineFeature({
  name: 'messages',
  collections: [messagesCollection, messagetemplatesCollection],
  area: 'messages',
  calls: {
    'PUT /messages/{id}/send': [
      'messages:write',
      'people:read',
      'events:read',
      'shifts:read',
      'requests:read',
      'training:read',
    ],
    'PUT /messages/draft': ['messages:write'],
    'PUT /messages/{id}/cancel': ['messages:write'],
    'PUT /messages/{id}/pause': ['messages:write'],
    'PUT /messages/{id}/resume': ['messages:write'],
    'PUT /messages/{id}/retry': ['messages:write'],
    'GET /messages/failures': ['messages:read'],
    'GET /messages/{id}/recipients': ['messages:read', 'people:read'],
    'GET /messages/{id}/recipients/export.csv': ['messages:read', 'people:read'],
    'GET /messages/{id}/check': AUDIENCE,
    'GET /messages/{id}/links': ['messages:read'],
    'GET /messages/{id}/preview': AUDIENCE,
    'GET /messages/{id}/readers': AUDIENCE,
    'POST /messages/{id}/test': null,
    'POST /messages/{id}/attachments': ['messages:write'],
    'PUT /messages/{id}/attachments': ['messages:write'],
    'GET /messages/{id}/attachments/{file}': ['messages:read'],
    'DELETE /messages/{id}/attachments/{file}': ['messages:write'],
    'POST /messages/pictures': ['messages:write'],
    'POST /messages/audience': AUDIENCE,
    'PUT /messagetemplates/draft': ['messages:write'],
    'POST /messagetemplates/preview': AUDIENCE,
    'POST /messagetemplates/readers': AUDIENCE,
    'POST /messagetemplates/starters': ['messages:write'],
  },
  audit: {
    'messages.send': 'Sent the message',
    'messages.schedule': 'Scheduled the message',
    'messages.cancel': 'Cancelled the scheduled message',
    'messages.held': 'The scheduled message was not sent',
    'messages.retry': 'Sent the message again where it had failed',
    'messages.test': 'Sent a test of the message',
    'messages.pause': 'Paused the sending',
    'messages.resume': 'Resumed the sending',
    'messages.attach': 'Attached a file',
    'messages.detach': 'Removed an attached file',
    'messages.copy_files': 'Attached the files of another message',
    'messages.export': 'Exported the recipients',
  },
})
