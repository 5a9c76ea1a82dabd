/** Builds the page title: route title, " | ", site name. The default title carries its own trailing space. */
export const pageTitle = (title: string | undefined, siteName: string | undefined) =>
  `${title ?? 'Site '} | ${siteName ?? 'Watchbill'}`

/** Puts the name of what a page shows before the title of its route: "Race 4 · Event". */
export const titleOf = (title: string | undefined, name: string | undefined) =>
  [name, title].filter(Boolean).join(' · ') || undefined
