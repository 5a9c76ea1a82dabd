import { defineContract } from '#server/engine/collections/contract.ts'
import { flag, id, instant, orNull, relation, text, textLine } from '#server/engine/collections/field-contract.ts'

export const news = defineContract({
  name: 'news',
  singular: 'post',
  title: 'News',
  label: 'title',
  fields: {
    id: id(),
    title: textLine(300),
    /** Markdown. */
    content: text(50_000),
    /** Default: the acting person. */
    author: orNull(relation('people')),
    /** Default: now. The post is visible from then on. */
    posted: instant(),
    show_until: orNull(instant()),
    pinned: flag(),
  },
  search: ['title', 'content'],
  sort: ['-posted'],
})
