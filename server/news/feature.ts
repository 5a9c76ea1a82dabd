import { defineFeature } from '#server/engine/features.ts'
import { newsCollection } from './collection.ts'

export const newsFeature = defineFeature({
  name: 'news',
  collections: [newsCollection],
  area: 'news',
})
