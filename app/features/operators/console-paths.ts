/** Addresses of the console that no page of a club needs: `paths` is in the script of each. */
export const consolePaths = {
  notices: '/console/notices',
  notice: (id: number | 'new') => `/console/notices/${id}`,
  noticeEnd: (id: number) => `/console/notices/${id}/end`,
  enter: (slug: string) => `/console/sites/${slug}/enter`,
  /** At the club's host. */
  entry: '/operator-entry',
}
