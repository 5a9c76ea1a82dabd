import { defineFeature } from '#server/engine/features.ts'

export const platformFeature = defineFeature({
  name: 'platform',
  audit: {
    'site.create': 'Site created',
    'site.suspend': 'Site suspended',
    'site.resume': 'Site resumed',
    'site.delete': 'Site deleted',
    'site.quota': 'Quotas changed',
    'site.domain': 'Own domains changed',
    'site.sender': 'Sender of emails changed',
    'site.export': 'Site exported',
    'site.move': 'Site moved to another deployment',
    'site.back': 'Site back from another deployment',
    'site.pack': 'Site packed',
    'site.unpack': 'Site unpacked',
  },
})
