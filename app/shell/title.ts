/** Builds the page title: route title, " | ", site name. The default title carries its own trailing space. */
export const pageTitle = (title: string | undefined, siteName: string | undefined) =>
  `${title ?? 'Site '} | ${siteName ?? 'Watchbill'}`
