/** Route title, " | ", site name. The default title has a trailing space. */
export const pageTitle = (title: string | undefined, siteName: string | undefined) =>
  `${title ?? 'Site '} | ${siteName ?? 'Watchbill'}`

/** Prefixes the name of the record: "Race 4 · Event". */
export const titleOf = (title: string | undefined, name: string | undefined) =>
  [name, title].filter(Boolean).join(' · ') || undefined
